import { parseArgs } from 'node:util';
import type { Benchmark } from '../report/benchmark.ts';
import { describeRun } from '../report/machine.ts';
import { readInteger } from '../report/options.ts';
import { renderTable } from '../report/table.ts';
import { runIsolation } from './run.ts';

export const isolationBenchmark: Benchmark = {
  summary: 'Concurrent requests of every operation with shared IDs: no response contains data of another.',
  usage: '[--requests 20000] [--seed 1]',
  run: tryAll,
};

async function tryAll(options: string[]): Promise<void> {
  const { values } = parseArgs({
    args: options,
    options: { requests: { type: 'string', default: '20000' }, seed: { type: 'string', default: '1' } },
  });
  console.log(describeRun('isolation', options, []));
  const count = readInteger('--requests', values.requests, 1, 10_000_000);
  const { statuses, replayed, faults, unanswered } = await runIsolation(
    count,
    readInteger('--seed', values.seed, 0, 2 ** 31),
  );
  const sorted = [...statuses].sort(([one], [other]) => one - other);
  const header = ['status', 'answers'];
  console.log(
    renderTable(
      header,
      sorted.map((row) => row.map(String)),
    ),
  );
  console.log(`\n${replayed} answers from memory; ${faults.length} that hold what belongs to another, or 500`);
  for (const fault of [...new Set(faults)].slice(0, 50)) console.log(fault);
  console.log(`${unanswered.length} requests without an answer`);
  for (const one of unanswered.slice(0, 50)) console.log(one);
  if (faults.length + unanswered.length > 0) process.exitCode = 1;
}
