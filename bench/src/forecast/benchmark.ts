import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readCsv } from '../accuracy/csv.ts';
import type { Benchmark } from '../report/benchmark.ts';
import { type Goal, tellGoals } from '../report/goal.ts';
import { describeRun } from '../report/machine.ts';
import { formatNumber } from '../report/numbers.ts';
import { readInteger } from '../report/options.ts';
import { renderTable } from '../report/table.ts';
import { generatedKinds } from './generated.ts';
import { measureTable } from './measure.ts';
import { levels, measureKind } from './measure-generated.ts';
import { measureReal, type RealFigures, type RealSeries, readRealSeries } from './real.ts';
import { seriesTables } from './tables.ts';

export const forecastBenchmark: Benchmark = {
  summary:
    'Errors of forecasts (MASE) on the tables of a folder, compared with recorded ones of other methods, or on generated series.',
  usage:
    '--data <folder> | --generated [--series 12] [--only <kind>,…] | --real [--python INTERPRETER] [--only <name>,…]',
  run: runForecasts,
};

const optionTypes = {
  data: { type: 'string' },
  generated: { type: 'boolean', default: false },
  real: { type: 'boolean', default: false },
  python: { type: 'string' },
  series: { type: 'string', default: '12' },
  only: { type: 'string' },
} as const;

async function runForecasts(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: optionTypes });
  if (values.generated)
    return runGenerated(args, readInteger('--series', values.series, 1, 1000), values.only?.split(','));
  if (values.real) return runReal(args, values.python, values.only?.split(','));
  if (values.data === undefined) throw new Error('say where the tables are: --data DIR, or --generated, or --real');
  console.log(describeRun('forecast', args, []));
  const lines: string[][] = [];
  const goals: Goal[] = [];
  for (const bench of seriesTables) {
    const path = join(values.data, `${bench.file}.csv`);
    if (!existsSync(path)) throw new Error(`there is no ${path}`);
    const { mase, naive, coverage, seconds } = await measureTable(bench, readCsv(readFileSync(path, 'utf8')));
    lines.push([bench.file, 'Sibyl', formatNumber(mase), formatNumber(coverage), formatNumber(seconds)]);
    lines.push([bench.file, 'seasonal naive, measured here', formatNumber(naive), '', '']);
    for (const [name, value] of Object.entries(readRecorded(values.data, bench.file)))
      lines.push([bench.file, `${name}, recorded`, formatNumber(value), '', '']);
    goals.push({ what: `${bench.file} MASE`, measured: mase, bound: 'at most', goal: bench.goal, unit: '' });
  }
  console.log(renderTable(['table', 'method', 'MASE', 'inside at 0.9', 'seconds a training'], lines));
  console.log(`\n${tellGoals(goals)}`);
}

/** Trains on each series alone: the hardest case for weights and bounds. */
async function runGenerated(args: string[], count: number, only: string[] | undefined): Promise<void> {
  console.log(describeRun('forecast', args, []));
  const kinds = generatedKinds.map((kind, place) => ({ kind, seed: 1000 * (place + 1) }));
  const lines: string[][] = [];
  for (const { kind, seed } of kinds.filter(({ kind: { name } }) => !only || only.includes(name))) {
    const { mase, naive, inside, error } = await measureKind(kind, seed, count);
    lines.push([kind.name, ...[mase, naive, ...inside, error].map((figure) => figure.toFixed(3))]);
  }
  if (lines.length === 0) throw new Error(`known kinds are: ${generatedKinds.map(({ name }) => name).join(', ')}`);
  const means = lines[0].slice(1).map((_, column) => lines.reduce((sum, line) => sum + Number(line[column + 1]), 0));
  lines.push(['mean', ...means.map((sum) => (sum / lines.length).toFixed(3))]);
  const shares = levels.map((level) => `inside at ${level}`);
  console.log(renderTable(['kind', 'MASE', 'seasonal naive', ...shares, 'its std. error at 0.9'], lines));
}

/** Series that a package ships, each alone. The share inside has its standard error over series. */
async function runReal(args: string[], python: string | undefined, only: string[] | undefined): Promise<void> {
  console.log(describeRun('forecast', args, []));
  const series = readRealSeries(python).filter(({ name }) => !only || only.includes(name));
  const measured: (RealFigures & RealSeries)[] = [];
  for (const one of series) {
    const figures = { ...one, ...(await measureReal(one)) };
    measured.push(figures);
    const { name, step, mase, naive, inside, seconds } = figures;
    console.log([name, step, ...[mase, naive, inside, seconds].map((figure) => figure.toFixed(3))].join('\t'));
  }
  const steps = [...Map.groupBy(measured, ({ step }) => step), ['all', measured] as const];
  const lines = steps.map(([step, some]) => {
    const mean = (pick: (one: RealFigures) => number) => some.reduce((sum, one) => sum + pick(one) / some.length, 0);
    const inside = mean((one) => one.inside);
    const error = Math.sqrt(mean((one) => (one.inside - inside) ** 2) / Math.max(1, some.length - 1));
    const relative = Math.exp(mean((one) => Math.log((one.mase + 1e-3) / (one.naive + 1e-3))));
    const figures = [relative, mean((one) => one.mase), inside, error, mean((one) => one.seconds)];
    return [step, String(some.length), ...figures.map((figure) => figure.toFixed(3))];
  });
  const columns = ['step', 'series', 'beside naive', 'MASE', 'inside at 0.9', 'its std. error', 'processor s'];
  console.log(renderTable(columns, lines));
}

/** Returns the MASE of each recorded method; empty without a `reference.json`. */
function readRecorded(folder: string, file: string): Record<string, number> {
  const path = join(folder, 'reference.json');
  if (!existsSync(path)) return {};
  const recorded: { datasets: Record<string, { models: Record<string, { mase: number }> } | undefined> } = JSON.parse(
    readFileSync(path, 'utf8'),
  );
  const models = Object.entries(recorded.datasets[file]?.models ?? {});
  return Object.fromEntries(models.map(([name, { mase }]) => [name, mase]));
}
