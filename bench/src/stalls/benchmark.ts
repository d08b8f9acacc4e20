import { parseArgs } from 'node:util';
import type { Benchmark } from '../report/benchmark.ts';
import { describeRun } from '../report/machine.ts';
import { readInteger } from '../report/options.ts';
import { mostGrowth, mostHeldMs } from './judge.ts';
import { renderFindings } from './report.ts';
import { runStalls } from './run.ts';

export const stallsBenchmark: Benchmark = {
  summary: `Every operation at its largest sizes, filled with each token of each grammar: no turn of the main thread above ${mostHeldMs} ms, no growth above ${mostGrowth} for twice the size.`,
  usage: '[--only operationId,operationId] [--minutes 20] [--resume FILE]',
  run: measureStalls,
};

async function measureStalls(options: string[]): Promise<void> {
  const { values } = parseArgs({
    args: options,
    options: {
      only: { type: 'string', default: '' },
      minutes: { type: 'string', default: '20' },
      resume: { type: 'string' },
    },
  });
  const minutes = readInteger('--minutes', values.minutes, 1, 10_000);
  console.log(describeRun('stalls', options, []));
  const only = values.only.split(',').filter((name) => name !== '');
  const { findings, tried, left } = await runStalls({
    only,
    seconds: minutes * 60,
    resume: values.resume,
    onFault: (line) => console.log(line),
  });
  console.log(`\n${renderFindings(findings.all, 15)}`);
  console.log(`\n${tried} cases sent${left > 0 ? `, ${left} not: the time was over (--minutes, --resume FILE)` : ''}`);
  const fields = new Set(findings.faulty.map(({ operation, field }) => `${operation} ${field}`));
  console.log(`${fields.size} fields of operations fail`);
  if (fields.size > 0) process.exitCode = 1;
}
