import { parseArgs } from 'node:util';
import { losses, type MetricName, metricNames } from '@sibyl/engine/metrics/metrics.ts';
import type { Benchmark } from '../report/benchmark.ts';
import { type Goal, tellGoals } from '../report/goal.ts';
import { describeRun } from '../report/machine.ts';
import { readInteger } from '../report/options.ts';
import { renderTable } from '../report/table.ts';
import { type Coverage, measureCoverage } from './coverage.ts';
import { calibrationError, meanOf, measureFold } from './figures.ts';
import { type FoldResult, runFold } from './fold.ts';
import { generatedTables } from './generated.ts';
import { bestReference } from './reference.ts';
import { type BenchTable, tablesOfFolder } from './tables.ts';

export const accuracyBenchmark: Benchmark = {
  summary:
    'Held-out scores, seconds and bounds of the engine on the tables of a folder, compared with recorded and published ones.',
  usage:
    '--data <folder> [--folds 10] [--fold 0,1,…] [--only <name>,…] [--metric <name>] [--seconds <budget>] [--coverage] [--generated] [--verbose]',
  run: runAccuracy,
};

const optionTypes = {
  data: { type: 'string' },
  only: { type: 'string' },
  metric: { type: 'string' },
  seconds: { type: 'string' },
  folds: { type: 'string', default: '10' },
  fold: { type: 'string' },
  coverage: { type: 'boolean', default: false },
  generated: { type: 'boolean', default: false },
  verbose: { type: 'boolean', default: false },
} as const;

interface Measured {
  bench: BenchTable;
  results: FoldResult[];
}

async function runAccuracy(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: optionTypes });
  const { data, only, metric, seconds, coverage, generated, verbose } = values;
  const asked = {
    ...(metric !== undefined && { metric }),
    ...(seconds !== undefined && { timeBudgetSeconds: readInteger('--seconds', seconds, 1, 86_400) }),
  };
  if (data === undefined && !generated) throw new Error('say where the tables are: --data DIR, or --generated');
  const folds = readInteger('--folds', values.folds, 2, 100);
  const chosen = values.fold?.split(',').map((fold) => readInteger('--fold', fold, 0, folds - 1));
  const wanted = only?.split(',');
  const known = [...(data === undefined ? [] : tablesOfFolder(data)), ...(generated ? generatedTables : [])];
  const tables = known
    .filter(({ name }) => !wanted || wanted.includes(name))
    .map((bench) => ({ ...bench, request: { ...bench.request, ...asked } }));
  if (tables.length === 0)
    throw new Error(`there is no such table; known here are: ${known.map(({ name }) => name).join(', ')}`);
  console.log(describeRun('accuracy', args, []));
  const measured: Measured[] = [];
  for (const bench of tables) {
    const table = bench.load();
    const results: FoldResult[] = [];
    for (const fold of chosen ?? Array.from({ length: folds }, (_, index) => index)) {
      results.push(await runFold(bench, table, folds, fold));
      const { description } = results[results.length - 1].model;
      const score = measureFold(results[results.length - 1])[bench.metric];
      console.error(`${bench.name}, fold ${fold}: ${bench.metric} ${format(score)}, ${description.stages.join(', ')}`);
      if (verbose) console.dir(description, { depth: 4 });
    }
    measured.push({ bench, results });
  }
  console.log(renderScores(measured, data));
  if (coverage && measured.some(hasBounds)) console.log(`\n${renderCoverage(measured)}`);
  const goals = measured.flatMap(listGoals);
  if (goals.length > 0) console.log(`\n${tellGoals(goals)}`);
}

function hasBounds({ results }: Measured): boolean {
  return results[0].inside.length > 0;
}

function renderScores(measured: readonly Measured[], folder: string | undefined): string {
  const header = [
    'table',
    'metric',
    'ours',
    'its std. error',
    'our own estimate',
    'recorded best',
    'forest 1 h',
    'H2O 1 h',
    'auto-sklearn 1 h',
    'AutoGluon 10 min',
    'second metric',
    'ours',
    'calibration error',
    's a training',
    'µs a row',
  ];
  return renderTable(
    header,
    measured.map((one) => scoreLine(one, folder)),
  );
}

function scoreLine({ bench, results }: Measured, folder: string | undefined): string[] {
  const { name, metric, published } = bench;
  const figure = (key: MetricName) => meanOf(results.map((result) => measureFold(result)[key] ?? Number.NaN));
  const { mean, error } = figure(metric);
  const estimate = meanOf(results.map(({ model }) => model.description.accuracies[metric] ?? Number.NaN)).mean;
  const isClass = results[0].model.description.classes !== null;
  const second: MetricName = isClass ? (metric === 'log_loss' ? 'auc' : 'log_loss') : 'mae';
  const recorded = folder === undefined ? {} : bestReference(folder, name);
  const recordedKey: Partial<Record<MetricName, string>> = { r2_score: 'r2', log_loss: 'logloss' };
  return [
    name,
    metric,
    format(mean),
    format(error),
    format(estimate),
    format(recorded[recordedKey[metric] ?? metric]),
    ...[published?.forest, published?.h2o, published?.autoSklearn, published?.autoGluon].map(format),
    second,
    format(figure(second).mean),
    isClass ? format(calibrationError(results)) : '',
    meanOf(results.map(({ seconds }) => seconds)).mean.toFixed(1),
    meanOf(results.map(({ microsecondsPerRow }) => microsecondsPerRow)).mean.toFixed(0),
  ];
}

function renderCoverage(measured: readonly Measured[]): string {
  const lines = measured
    .filter(hasBounds)
    .flatMap(({ bench, results }) => measureCoverage(results).map((coverage) => coverageLine(bench, coverage)));
  return renderTable(
    [
      'table',
      'level',
      'inside',
      'lowest third',
      'middle third',
      'highest third',
      'std. error of a third',
      'mean width',
    ],
    lines,
  );
}

function coverageLine({ name }: BenchTable, { level, overall, thirds, rows, meanWidth }: Coverage): string[] {
  const error = Math.sqrt((level * (1 - level)) / (rows / 3));
  return [
    name,
    String(level),
    overall.toFixed(3),
    ...thirds.map((share) => share.toFixed(3)),
    error.toFixed(3),
    meanWidth.toPrecision(4),
  ];
}

/** Goal: AutoGluon's figure. Floor: H2O's with a small allowance. */
function listGoals({ bench, results }: Measured): Goal[] {
  const { name, metric, published, goals = {} } = bench;
  const meanFigure = (key: MetricName) => meanOf(results.map((result) => measureFold(result)[key] ?? Number.NaN)).mean;
  const goal = (key: MetricName, what: string, value: number): Goal => ({
    what: `${name} ${key}${what}`,
    measured: meanFigure(key),
    bound: losses.has(key) ? 'at most' : 'at least',
    goal: value,
    unit: '',
  });
  const allowance = (figure: number) => Number((losses.has(metric) ? figure * 1.05 : figure - 0.003).toFixed(4));
  const slowest = Math.max(...results.map(({ microsecondsPerRow }) => microsecondsPerRow));
  return [
    { what: `${name}, one row`, measured: slowest, bound: 'at most', goal: 100, unit: ' µs' },
    ...metricNames.flatMap((key) => (goals[key] === undefined ? [] : [goal(key, '', goals[key])])),
    ...(published
      ? [goal(metric, ', AutoGluon', published.autoGluon), goal(metric, ', floor', allowance(published.h2o))]
      : []),
  ];
}

function format(value: number | undefined): string {
  return value === undefined || Number.isNaN(value) ? '' : String(Number(value.toPrecision(4)));
}
