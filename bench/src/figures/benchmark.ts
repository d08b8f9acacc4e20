import { parseArgs } from 'node:util';
import { countProcessorTime } from '../process/processor-time.ts';
import type { Benchmark } from '../report/benchmark.ts';
import { describeRun } from '../report/machine.ts';
import { readInteger } from '../report/options.ts';
import { renderTable } from '../report/table.ts';
import type { Calibrated } from './calibrated.ts';
import { forecastScenarios, judgeForecast } from './forecasts.ts';
import { type FigureJudgement, type Judgement, judge } from './judge.ts';
import { realScenarios } from './real.ts';
import { relatedScenarios } from './related-worlds.ts';
import { scenarios } from './worlds.ts';

export const figuresBenchmark: Benchmark = {
  summary:
    'Figures that models report compared with held-out rows, on tables that mislead in known ways, real ones and series.',
  usage:
    '[--tables 2] [--seconds 10] [--quick] [--only <scenario>,…] [--data <folder> --files <name>=<target>[/<entity>],…]',
  run: runFigures,
};

const optionTypes = {
  tables: { type: 'string', default: '2' },
  seconds: { type: 'string', default: '10' },
  quick: { type: 'boolean', default: false },
  only: { type: 'string' },
  data: { type: 'string', default: '.' },
  files: { type: 'string', default: '' },
} as const;

type Judge = (seed: number, seconds: number) => Promise<Judgement>;

async function runFigures(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: optionTypes });
  const tables = readInteger('--tables', values.tables, 1, 1000);
  const seconds = readInteger('--seconds', values.seconds, 1, 3600);
  const wanted = values.only?.split(',');
  const files = values.files.split(',').filter((file) => file !== '');
  console.log(describeRun('figures', args, []));
  countProcessorTime();
  const all: Judgement[][] = [];
  const lines: string[][] = [];
  for (const [place, [name, judgeOne]] of Object.entries(listJudges(values.data, files, values.quick)).entries()) {
    if (wanted && !wanted.some((part) => name.includes(part))) continue;
    const judged: Judgement[] = [];
    for (let table = 0; table < tables; table++) judged.push(await judgeOne(seedOf(place, table), seconds));
    all.push(judged);
    lines.push(summarise(name, judged));
    console.error(lines[lines.length - 1].join(' | '));
  }
  console.log(renderTable(header, lines));
  const draws = all.flat();
  const figures = draws.flatMap((one) => (one.isFarther ? [] : one.figures));
  console.log(`\n|said - true| within 2 standard errors: ${figures.filter(isWithin).length} of ${figures.length}`);
  const levels = draws.flatMap(({ calibrated }) => calibrated);
  console.log(`calibration within 3 points, or 2 standard errors: ${levels.filter(isTold).length} of ${levels.length}`);
  const off = all.map(missOf);
  const near = off.filter(({ miss }) => miss <= mostApart).length;
  const byChance = off.filter(({ miss, error }) => miss > mostApart && miss <= 2 * error).length;
  console.log(`coverage within 3 points: ${near} of ${off.length} tables, ${byChance} more within 2 standard errors`);
}

/** Returns another seed for each table, so that one unlucky draw is not counted for several scenarios. */
function seedOf(place: number, table: number): number {
  return 5000 + 100 * place + table;
}

/** Quick trainings judge all rows within short budgets. */
function listJudges(folder: string, files: readonly string[], isQuick: boolean): Record<string, Judge> {
  const effort = isQuick ? ('quick' as const) : undefined;
  const ofTables = Object.entries({ ...scenarios, ...relatedScenarios, ...realScenarios(folder, files) }).map(
    ([name, scenario]): [string, Judge] => [
      name,
      (seed, seconds) => judge({ ...scenario, request: { ...scenario.request, effort } }, seed, seconds),
    ],
  );
  const ofSeries = Object.entries(forecastScenarios).map(([name, kind]): [string, Judge] => [
    name,
    (seed, seconds) => judgeForecast(kind, seed, seconds),
  ]);
  return Object.fromEntries([...ofTables, ...ofSeries]);
}

const header = [
  'table',
  'tables',
  'metric',
  'said',
  'its std. error',
  'true',
  'figures within 2 std. errors',
  'beyond',
  'said inside',
  'truly inside',
  'its std. error',
  'levels calibrated',
  'held out',
  's a training',
];

function isWithin({ said, standardError, truth, truthError }: FigureJudgement): boolean {
  return Math.abs(said - truth) <= 2 * Math.hypot(standardError, truthError);
}

const mostApart = 0.03;

/** Calibration says what is true of fresh rows. */
function isTold({ said, truth, error }: Calibrated): boolean {
  return Math.abs(said - truth) <= Math.max(mostApart, 2 * error);
}

/**
 * Returns how far the share inside bounds of 0.9 is from it, over all draws, or that of right answers from their
 * confidence, and its standard error.
 */
function missOf(judged: readonly Judgement[]): { miss: number; error: number } {
  const { mean, error } = meanInside(judged);
  const isNumber = judged[0].figures.some(({ metric }) => metric === 'mae');
  const wished = isNumber ? 0.9 : judged.reduce((sum, { saidInside }) => sum + saidInside / judged.length, 0);
  return { miss: Math.abs(mean - wished), error };
}

/** Draws fewer than this do not show how much they differ. */
const fewestDraws = 4;

/**
 * Returns the mean share inside over draws, and its standard error: by the differences of draws, because rows of one
 * draw have the model, and often a customer or a time, in common; of few draws by their rows alone, which is too small.
 */
function meanInside(judged: readonly Judgement[]): { mean: number; error: number } {
  const count = judged.length;
  const mean = judged.reduce((sum, { inside }) => sum + inside / count, 0);
  const squares = judged.reduce(
    (sum, { inside, insideError }) => sum + (count < fewestDraws ? insideError ** 2 : (inside - mean) ** 2),
    0,
  );
  return { mean, error: Math.sqrt(squares / count / (count < fewestDraws ? count : count - 1)) };
}

function summarise(name: string, judged: readonly Judgement[]): string[] {
  const mean = (read: (one: Judgement) => number) => judged.reduce((sum, one) => sum + read(one), 0) / judged.length;
  const figures = judged.flatMap((one) => one.figures);
  const levels = judged.flatMap(({ calibrated }) => calibrated);
  const beyond = figures.filter((one) => !isWithin(one)).map(({ metric }) => metric);
  return [
    name,
    String(judged.length),
    judged[0].figures[0].metric,
    mean((one) => one.figures[0].said).toPrecision(3),
    mean((one) => one.figures[0].standardError).toPrecision(2),
    mean((one) => one.figures[0].truth).toPrecision(3),
    judged[0].isFarther ? 'not told' : `${figures.length - beyond.length} of ${figures.length}`,
    [...new Set(beyond)].join(' '),
    mean(({ saidInside }) => saidInside).toFixed(3),
    mean(({ inside }) => inside).toFixed(3),
    meanInside(judged).error.toFixed(3),
    `${levels.filter(isTold).length} of ${levels.length}`,
    [...new Set(judged.map(({ scheme }) => scheme))].join(', '),
    mean(({ seconds }) => seconds).toFixed(1),
  ];
}
