import { parseArgs } from 'node:util';
import { askedFor } from '@sibyl/engine/bounds/coverages.ts';
import { fitBounds } from '@sibyl/engine/bounds/fit-bounds.ts';
import { boundRows } from '@sibyl/engine/bounds/fitted-bounds.ts';
import { createBoundReader } from '@sibyl/engine/bounds/local.ts';
import type { Benchmark } from '../report/benchmark.ts';
import { describeRun } from '../report/machine.ts';
import { readInteger } from '../report/options.ts';
import { renderTable } from '../report/table.ts';
import { type DrawnRows, drawRows, errorKinds } from './kinds.ts';

export const boundsBenchmark: Benchmark = {
  summary:
    'Coverage of bounds, in all and in each third of the predictions, for repeated draws of many kinds of errors.',
  usage: '[--rows 1000] [--repeats 20]',
  run: runBounds,
};

const levels = [0.8, 0.9, 0.95];
const freshRows = 6000;

async function runBounds(args: string[]): Promise<void> {
  const options = { rows: { type: 'string', default: '1000' }, repeats: { type: 'string', default: '20' } } as const;
  const { values } = parseArgs({ args, options });
  const rows = readInteger('--rows', values.rows, 20, 100_000);
  const repeats = readInteger('--repeats', values.repeats, 2, 1000);
  console.log(describeRun('bounds', args, []));
  const lines: string[][] = [];
  for (const [kind, drawError] of Object.entries(errorKinds)) {
    const shares: number[][][] = levels.map(() => []);
    for (let repeat = 0; repeat < repeats; repeat++) {
      const known = drawRows(drawError, rows, 7000 + 2 * repeat);
      const fresh = drawRows(drawError, freshRows, 7001 + 2 * repeat);
      for (const [place, thirds] of (await coverThirds(known, fresh, repeat)).entries()) shares[place].push(thirds);
    }
    for (const [place, level] of levels.entries()) lines.push([kind, String(level), ...summarise(shares[place])]);
  }
  const header = ['errors', 'level', 'inside', 'its std. error', 'lowest third', 'middle third', 'highest third'];
  console.log(renderTable(header, lines));
}

/** Returns the coverage of fresh rows at each level among the lowest, middle and highest predictions. */
async function coverThirds(known: DrawnRows, fresh: DrawnRows, seed: number): Promise<number[][]> {
  const { columns, predictions, errors } = known;
  const features = columns.map((_, input) => ({ name: `x${input}`, input, categories: 0 }));
  const encoded = { features, columns, encoders: [] };
  const pause = async () => {};
  const deadline = Number.POSITIVE_INFINITY;
  const { fitted } = await fitBounds({ encoded, predictions, errors, seed, deadline, pause });
  const matrix = Float64Array.from({ length: freshRows * columns.length }, (_, cell) => {
    return fresh.columns[cell % columns.length][Math.floor(cell / columns.length)];
  });
  const order = Uint32Array.from(fresh.predictions.keys()).sort((a, b) => fresh.predictions[a] - fresh.predictions[b]);
  return levels.map((level) => {
    const read = createBoundReader(fitted.knots, askedFor(fitted.coverages, level));
    const { lower, upper } = boundRows(fitted, read, fresh.predictions, matrix, columns.length);
    const thirds = [0, 0, 0];
    for (const [rank, row] of order.entries()) {
      const truth = fresh.predictions[row] + fresh.errors[row];
      if (truth >= lower[row] && truth <= upper[row]) thirds[Math.floor((3 * rank) / freshRows)] += 3 / freshRows;
    }
    return thirds;
  });
}

function summarise(repeats: readonly number[][]): string[] {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const overall = repeats.map(mean);
  const all = mean(overall);
  const error = Math.sqrt(mean(overall.map((share) => (share - all) ** 2)) / (overall.length - 1));
  return [all, error, ...[0, 1, 2].map((third) => mean(repeats.map((thirds) => thirds[third])))].map((figure) =>
    figure.toFixed(3),
  );
}
