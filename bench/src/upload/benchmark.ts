import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { makeScratchFolder } from '../process/scratch.ts';
import { readCpuSeconds, readResidentMegabytes } from '../process/usage.ts';
import type { Benchmark } from '../report/benchmark.ts';
import { tellGoals } from '../report/goal.ts';
import { describeRun } from '../report/machine.ts';
import { formatNumber } from '../report/numbers.ts';
import { readInteger } from '../report/options.ts';
import { renderTable } from '../report/table.ts';
import { startSibyl } from '../service/sibyl.ts';
import { generateCsv } from './csv.ts';
import { sendStream } from './send.ts';

export const uploadBenchmark: Benchmark = {
  summary: 'Memory and speed of the service while a generated CSV is uploaded as a table.',
  usage: '[--megabytes 1000]',
  run: measureUpload,
};

async function measureUpload(options: string[]): Promise<void> {
  const { values } = parseArgs({ args: options, options: { megabytes: { type: 'string', default: '1000' } } });
  const megabytes = readInteger('--megabytes', values.megabytes, 1, 4000);
  console.log(describeRun('upload', options, []));
  const environment = { SIBYL_SAMPLE: '0' };
  const { base, process } = await startSibyl({ dataDirectory: join(makeScratchFolder(), 'sibyl'), environment });
  const idle = readResidentMegabytes(process.pid);
  const before = { cpu: readCpuSeconds(process.pid), time: performance.now() };

  const sent = { bytes: 0, rows: 0 };
  const table = `${base}/api/projects/default/tables?name=uploaded`;
  const upload = sendStream(table, 'text/csv', generateCsv(megabytes * 1e6, sent));
  const peak = await watchPeak(process.pid, upload);
  const { row_count: rowCount } = (await upload) as { row_count: number };
  if (rowCount !== sent.rows) throw new Error(`${sent.rows} rows were sent, the table has ${rowCount}.`);

  const seconds = (performance.now() - before.time) / 1000;
  const cpuSeconds = readCpuSeconds(process.pid) - before.cpu;
  const figures = [sent.bytes / 1e6, sent.rows, seconds, sent.bytes / 1e6 / seconds, cpuSeconds, idle, peak];
  const header = ['MB', 'rows', 'seconds', 'MB/s', 'service CPU s', 'idle memory MB', 'peak memory MB'];
  console.log(`${renderTable(header, [figures.map(formatNumber)])}\n`);
  const what = 'peak memory of the service, children included';
  console.log(tellGoals([{ what, measured: peak, bound: 'at most', goal: 600, unit: ' MB' }]));
}

/** Returns the peak resident memory of a process tree in MB, sampled every 50 ms until `work` ends. */
async function watchPeak(pid: number, work: Promise<unknown>): Promise<number> {
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  work.then(over, over);
  let peak = 0;
  while (!isOver) {
    peak = Math.max(peak, readResidentMegabytes(pid));
    await pause(50);
  }
  return peak;
}
