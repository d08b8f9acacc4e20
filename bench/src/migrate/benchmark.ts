import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { credentials, provideObjectStore, startObjectStore } from '../../../server/test/object-store.ts';
import { createPostgresDatabase, startCluster } from '../../../server/test/postgres.ts';
import { undoAtExit } from '../process/cleanup.ts';
import { runForJson } from '../process/run.ts';
import { makeScratchFolder } from '../process/scratch.ts';
import type { Benchmark } from '../report/benchmark.ts';
import { describeRun } from '../report/machine.ts';
import { formatNumber, quantileOfSorted } from '../report/numbers.ts';
import { optionOf, readInteger } from '../report/options.ts';
import { renderTable } from '../report/table.ts';
import { type Size, startFilled } from './fill.ts';

const command = join(import.meta.dirname, '../../../server/command.js');
const readEveryMs = 100;

interface Migrated {
  records: number;
  files: number;
  bytes: number;
  changed_meanwhile: boolean;
}

export const migrateBenchmark: Benchmark = {
  summary: 'How long an installation of one machine takes to PostgreSQL and a bucket, and what its readers feel.',
  usage: '[--records 10000] [--megabytes 1000] [--models 50]',
  run: async (args) => {
    const option = (name: string, usual: string) => readInteger(name, optionOf(args, name) ?? usual, 1, 1_000_000);
    const size = {
      records: option('--records', '10000'),
      megabytes: option('--megabytes', '1000'),
      models: option('--models', '50'),
    };
    console.log(describeRun('migrate', args, []));
    await measure(size);
  },
};

async function measure(size: Size): Promise<void> {
  const environment = await startTarget();
  const began = performance.now();
  const { base, directory } = await startFilled(size);
  console.log(`filled in ${formatNumber((performance.now() - began) / 1000)} s`);
  const before = performance.now();
  const moving = runForJson<Migrated>(
    [process.execPath, command, 'migrate', '--from', directory, '--json'],
    environment,
  );
  const { times, failures } = await readWhile(`${base}/api/projects/default/models`, moving);
  const { records, files, bytes, changed_meanwhile } = await moving;
  const seconds = (performance.now() - before) / 1000;
  const header = ['records', 'files', 'MB', 'seconds', 'changed meanwhile', 'reads', 'failed', 'p50 ms', 'p99 ms'];
  const quantiles = [0.5, 0.99].map((share) => quantileOfSorted(times, share));
  const figures = [records, files, bytes / 1e6, seconds].map(formatNumber);
  const reads = [times.length, failures, ...quantiles].map(formatNumber);
  console.log(renderTable(header, [[...figures, String(changed_meanwhile), ...reads]]));
}

/** Starts PostgreSQL and a store of files. Returns the settings that name them. */
async function startTarget(): Promise<Record<string, string>> {
  const missing = await provideObjectStore();
  if (missing) throw new Error(missing.missing);
  const cluster = await startCluster();
  if (typeof cluster === 'string') throw new Error(cluster);
  undoAtExit(() => void cluster.stop());
  const { url } = await createPostgresDatabase(cluster.url, 'moved');
  const objects = await startObjectStore();
  undoAtExit(() => void objects.stop());
  const target = { SIBYL_DATABASE_URL: url, SIBYL_BLOBS_URL: await objects.bucket() };
  return { ...credentials, ...target, SIBYL_DATA_DIR: join(makeScratchFolder(), 'node') };
}

/** Reads again and again until the work ends. Returns the sorted times in ms. */
async function readWhile(url: string, work: Promise<unknown>): Promise<{ times: number[]; failures: number }> {
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  work.then(over, over);
  const times: number[] = [];
  let failures = 0;
  while (!isOver) {
    const began = performance.now();
    const response = await fetch(url);
    await response.arrayBuffer();
    if (!response.ok) failures += 1;
    times.push(performance.now() - began);
    await pause(readEveryMs);
  }
  return { times: times.sort((one, other) => one - other), failures };
}
