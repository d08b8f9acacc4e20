import { parseArgs } from 'node:util';
import type { Benchmark } from '../report/benchmark.ts';
import { describeRun } from '../report/machine.ts';
import { readInteger } from '../report/options.ts';
import { renderTable } from '../report/table.ts';
import { type Judgement, judge } from './judge.ts';
import { scenarios } from './worlds.ts';

export const figuresBenchmark: Benchmark = {
  summary: 'Figures that models report compared with held-out rows, on tables that mislead in known ways.',
  usage: '[--tables 2] [--seconds 10] [--only <scenario>,…]',
  run: runFigures,
};

async function runFigures(args: string[]): Promise<void> {
  const options = {
    tables: { type: 'string', default: '2' },
    seconds: { type: 'string', default: '10' },
    only: { type: 'string' },
  } as const;
  const { values } = parseArgs({ args, options });
  const tables = readInteger('--tables', values.tables, 1, 1000);
  const seconds = readInteger('--seconds', values.seconds, 1, 3600);
  const wanted = values.only?.split(',');
  console.log(describeRun('figures', args, []));
  const all: Judgement[] = [];
  const lines: string[][] = [];
  for (const [name, scenario] of Object.entries(scenarios)) {
    if (wanted && !wanted.some((part) => name.includes(part))) continue;
    const judged: Judgement[] = [];
    for (let table = 0; table < tables; table++) judged.push(await judge(scenario, 5000 + table, seconds));
    all.push(...judged);
    lines.push(summarise(name, judged));
    console.error(lines[lines.length - 1].join(' | '));
  }
  console.log(renderTable(header, lines));
  const kept = all.filter(isWithin).length;
  console.log(`\n|said - true| within 2 standard errors: ${kept} of ${all.length}`);
}

const header = [
  'table',
  'tables',
  'metric',
  'said',
  'its std. error',
  'true',
  'within 2 std. errors',
  'said inside 0.9',
  'truly inside',
  'held out',
  's a training',
];

function isWithin({ said, standardError, truth, truthError }: Judgement): boolean {
  return Math.abs(said - truth) <= 2 * Math.hypot(standardError, truthError);
}

function summarise(name: string, judged: readonly Judgement[]): string[] {
  const mean = (read: (one: Judgement) => number) => judged.reduce((sum, one) => sum + read(one), 0) / judged.length;
  return [
    name,
    String(judged.length),
    judged[0].metric,
    mean(({ said }) => said).toFixed(3),
    mean(({ standardError }) => standardError).toFixed(3),
    mean(({ truth }) => truth).toFixed(3),
    `${judged.filter(isWithin).length} of ${judged.length}`,
    mean(({ saidInside }) => saidInside).toFixed(3),
    mean(({ inside }) => inside).toFixed(3),
    [...new Set(judged.map(({ scheme }) => scheme))].join(', '),
    mean(({ seconds }) => seconds).toFixed(1),
  ];
}
