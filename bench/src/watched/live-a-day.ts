import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Goal } from '../report/goal.ts';
import { nextHour } from './clock.ts';
import { LiveModel } from './live-model.ts';
import type { Subject } from './stream.ts';

const hours = 24;
const batches = 20;
const batchRows = 1000;
const sampleRows = 1000;
const mebibyte = 1024 * 1024;
/** What docs/monitoring.md states for a model: bytes of a window's kept rows, and of each sampled row, in the database. */
const [keptBytes, rowBytes] = [mebibyte, 2048];
/** Of memory: twice as many rows as the sample has, of at most 100 cells of 200 characters. */
const memoryBytes = 2 * sampleRows * 100 * 200;

export interface Day {
  rows: number;
  diskBytes: number;
  memoryBytes: number;
  /** Resident bytes of the process, the client and the machine code of both included, before and after. */
  resident: [number, number];
  goals: Goal[];
}

/** Asks 24 hours of busy traffic, with IDs and truths, and returns what the service kept of them. */
export async function liveADay(base: string, subject: Subject, dataFolder: string): Promise<Day> {
  const model = new LiveModel(base, { ...subject, name: `${subject.name}_by_the_hour` });
  await model.train({ window: 'hour', sample_rows: sampleRows });
  const answers = async (hour: number) => {
    nextHour();
    for (let batch = 0; batch < batches; batch += 1) {
      const rows = Array.from(
        { length: batchRows },
        (_, place) => subject.learned[(batch * batchRows + place) % subject.learned.length],
      );
      await model.ask(rows, `${hour}-${batch}`);
    }
    await model.see();
  };
  await answers(0); // what the first window starts is not counted
  const before = { disk: diskBytesOf(dataFolder), memory: heapBytes(), resident: process.memoryUsage.rss() };
  for (let hour = 1; hour <= hours; hour += 1) await answers(hour);
  const [disk, memory] = [diskBytesOf(dataFolder) - before.disk, heapBytes() - before.memory];
  const resident: Day['resident'] = [before.resident, process.memoryUsage.rss()];
  const stated = hours * (keptBytes + sampleRows * rowBytes);
  const goal = (what: string, measured: number, most: number): Goal => ({
    what,
    measured: measured / mebibyte,
    bound: 'at most',
    goal: Math.round(most / mebibyte),
    unit: ' MiB',
  });
  const rows = hours * batches * batchRows;
  const what = `of ${hours} windows of an hour, ${rows} rows`;
  return {
    rows,
    diskBytes: disk,
    memoryBytes: memory,
    resident,
    goals: [goal(`disk ${what}`, disk, stated), goal(`memory in use ${what}`, memory, memoryBytes)],
  };
}

function diskBytesOf(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  return files.reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0);
}

/** Heap and buffers in use after a full collection; those of the client of the benchmark are among them. */
function heapBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

export function renderDay({ rows, diskBytes, memoryBytes: memory, resident }: Day): string {
  const mib = (bytes: number) => (bytes / mebibyte).toFixed(1);
  const [before, after] = resident.map(mib);
  const kept = `${mib(diskBytes)} MiB of disk, ${mib(memory)} MiB of memory in use (stated: ${mib(memoryBytes)})`;
  return `24 hours, ${rows} rows: ${kept}; resident ${before} MiB before, ${after} after`;
}
