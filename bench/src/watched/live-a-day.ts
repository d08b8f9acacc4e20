import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readPeakMegabytes, readResidentOf } from '../process/usage.ts';
import type { Goal } from '../report/goal.ts';
import { renderTable } from '../report/table.ts';
import { type Sibyl, startSibyl } from '../service/sibyl.ts';
import { LiveModel } from './live-model.ts';
import type { Subject } from './stream.ts';

const hours = 24;
const batches = 20;
const batchRows = 1000;
const sampleRows = 1000;
const mebibyte = 1024 * 1024;
/** What docs/monitoring.md states for a model: bytes of a window's kept rows, and of each sampled row, in the database. */
const [keptBytes, rowBytes] = [mebibyte, 2048];
/** Of memory: what the process grows by once, with the rows of a usual model. */
const memoryBytes = 64 * mebibyte;

/** What a day of traffic leaves of one service; the first hour, which loads what is needed, is not counted. */
interface Left {
  diskMebibytes: number;
  /** Resident MB of the service's own process, without its workers, before, after and at most. */
  resident: [before: number, after: number, most: number];
}

export interface Day {
  rows: number;
  plain: Left;
  watched: Left;
  goals: Goal[];
}

/** Asks 24 hours of busy traffic, with IDs, of two services: one watches its model. */
export async function liveADay(subject: Subject, folder: string): Promise<Day> {
  const plain = await liveWith(subject, join(folder, 'plain'), null);
  const watched = await liveWith(subject, join(folder, 'watched'), { window: 'hour', sample_rows: sampleRows });
  const rows = hours * batches * batchRows;
  const of = `of ${hours} windows of an hour, ${rows} rows`;
  const goal = (what: string, measured: number, bytes: number): Goal => ({
    what: `${what} ${of}`,
    measured,
    bound: 'at most',
    goal: Math.round(bytes / mebibyte),
    unit: ' MiB',
  });
  const grown = ({ resident: [before, after] }: Left) => ((after - before) * 1e6) / mebibyte;
  return {
    rows,
    plain,
    watched,
    goals: [
      goal('disk', watched.diskMebibytes, hours * (keptBytes + sampleRows * rowBytes)),
      goal('growth of resident memory, watched less unwatched,', grown(watched) - grown(plain), memoryBytes),
    ],
  };
}

async function liveWith(subject: Subject, dataDirectory: string, monitor: object | null): Promise<Left> {
  const byHour = ['--import', join(import.meta.dirname, 'hour-by-signal.ts')];
  const hoursFile = `${dataDirectory}-hours`;
  writeFileSync(hoursFile, '');
  const sibyl = await startSibyl({
    dataDirectory,
    environment: { SIBYL_SAMPLE: '0', HOURS_FILE: hoursFile },
    wrap: ([node, ...rest]) => [node, ...byHour, ...rest],
  });
  const { pid } = sibyl.process;
  const model = new LiveModel(sibyl.base, subject);
  await model.train(monitor);
  const liveAnHour = async (hour: number) => {
    await nextHourOf(sibyl, hoursFile);
    for (let batch = 0; batch < batches; batch += 1)
      await model.ask(rowsOf(subject.learned, batch), `${hour}-${batch}`);
    await model.see();
  };
  await liveAnHour(0);
  const [disk, before] = [diskBytesOf(dataDirectory), readResidentOf(pid)];
  for (let hour = 1; hour <= hours; hour += 1) await liveAnHour(hour);
  const left: Left = {
    diskMebibytes: (diskBytesOf(dataDirectory) - disk) / mebibyte,
    resident: [before, readResidentOf(pid), readPeakMegabytes(pid)],
  };
  await sibyl.process.stop();
  return left;
}

function rowsOf(known: Subject['learned'], batch: number): Subject['learned'] {
  return Array.from({ length: batchRows }, (_, place) => known[(batch * batchRows + place) % known.length]);
}

/** Moves the clock of a service on, and waits until it did. */
async function nextHourOf({ process: { pid } }: Sibyl, hoursFile: string): Promise<void> {
  const { size } = statSync(hoursFile);
  process.kill(pid, 'SIGUSR2');
  while (statSync(hoursFile).size === size) await pause(50);
}

function diskBytesOf(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  return files.reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0);
}

export function renderDay({ rows, plain, watched }: Day): string {
  const header = [`24 hours, ${rows} rows`, 'disk, MiB', 'resident MB before', 'after', 'at most'];
  const line = (name: string, { diskMebibytes, resident }: Left) => [
    name,
    ...[diskMebibytes, ...resident].map((figure) => figure.toFixed(1)),
  ];
  const stated = (bytes: number) => (bytes / mebibyte).toFixed(0);
  const disk = hours * (keptBytes + sampleRows * rowBytes);
  return renderTable(header, [
    line('unwatched', plain),
    line('watched', watched),
    ['stated, MiB', stated(disk), '', stated(memoryBytes), ''],
  ]);
}
