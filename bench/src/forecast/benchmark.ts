import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readCsv } from '../accuracy/csv.ts';
import type { Benchmark } from '../report/benchmark.ts';
import { type Goal, renderGoals } from '../report/goal.ts';
import { describeRun } from '../report/machine.ts';
import { formatNumber } from '../report/numbers.ts';
import { renderTable } from '../report/table.ts';
import { measureTable } from './measure.ts';
import { seriesTables } from './tables.ts';

export const forecastBenchmark: Benchmark = {
  summary: 'Errors of forecasts (MASE) on the tables of a folder, beside recorded ones of other methods.',
  usage: '--data <folder>',
  run: runForecasts,
};

async function runForecasts(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { data: { type: 'string' } } });
  if (values.data === undefined) throw new Error('say where the tables are: --data DIR');
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
  console.log(`\n${renderGoals(goals)}`);
}

/** MASE of each recorded method; none when the folder has no `reference.json`. */
function readRecorded(folder: string, file: string): Record<string, number> {
  const path = join(folder, 'reference.json');
  if (!existsSync(path)) return {};
  const recorded: { datasets: Record<string, { models: Record<string, { mase: number }> } | undefined> } = JSON.parse(
    readFileSync(path, 'utf8'),
  );
  const models = Object.entries(recorded.datasets[file]?.models ?? {});
  return Object.fromEntries(models.map(([name, { mase }]) => [name, mase]));
}
