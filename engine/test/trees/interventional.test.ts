import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRandom } from '../../src/random.ts';
import { binFeatures } from '../../src/trees/binning/bin-features.ts';
import { explainOverBackground } from '../../src/trees/explain/interventional.ts';
import { followLeaves } from '../../src/trees/explain/leaf-paths.ts';
import { countOutputs, type Forest } from '../../src/trees/forest/forest.ts';
import { trainForest } from '../../src/trees/growing/boost.ts';
import { compileForest } from '../../src/trees/predict/compile.ts';
import type { TreeFeature } from '../../src/trees/state/binned-features.ts';
import { randomTraining } from './random-training.ts';

const backgroundRows = 12;
const factorials = [1];
for (let number = 1; number <= 12; number++) factorials.push(number * factorials[number - 1]);

/** Rows of a table, row-major. */
function rowsOf(features: readonly TreeFeature[], first: number, count: number): Float64Array {
  const cells = Array.from({ length: count }, (_, row) =>
    features.map((one) => (one.kind === 'number' ? one.values : one.codes)[first + row]),
  );
  return Float64Array.from(cells.flat());
}

/** Shapley values of the inputs by their definition: over all sets of known inputs, the others from each background row. */
function shapleyValues(forest: Forest, row: Float64Array, background: Float64Array, inputOf: Int32Array): number[] {
  const { scoreRows } = compileForest(forest);
  const inputs = Math.max(...inputOf) + 1;
  const width = row.length;
  const meanScore = (known: number) => {
    const mixed = background.map((value, cell) => ((known >>> inputOf[cell % width]) & 1 ? row[cell % width] : value));
    const scores = new Float64Array(mixed.length / width);
    scoreRows(mixed, scores.length, scores);
    return scores.reduce((sum, score) => sum + score, 0) / scores.length;
  };
  const worths = Array.from({ length: 2 ** inputs }, (_, known) => meanScore(known));
  return Array.from({ length: inputs }, (_, input) =>
    worths.reduce((sum, worth, known) => {
      if ((known >>> input) & 1) return sum;
      const size = known.toString(2).replaceAll('0', '').length;
      const weight = (factorials[size] * factorials[inputs - size - 1]) / factorials[inputs];
      return sum + weight * (worths[known | (1 << input)] - worth);
    }, 0),
  );
}

test('contributions over a background are the Shapley values of the definition, features of one input together', () => {
  const property = fc.property(randomTraining, fc.boolean(), ({ features, rowCount, objective, settings }, joined) => {
    fc.pre(rowCount > backgroundRows);
    const { forest } = trainForest(binFeatures(features, rowCount), objective, settings);
    fc.pre(countOutputs(forest) === 1);
    const inputOf = joined ? Int32Array.of(0, 1, 0, 2, 1) : Int32Array.of(0, 1, 2, 3, 4);
    const background = rowsOf(features, 0, backgroundRows);
    const row = rowsOf(features, backgroundRows, 1);
    const expected = shapleyValues(forest, row, background, inputOf);
    const explain = explainOverBackground(forest, background, inputOf)!;
    const scale = expected.reduce((sum, value) => sum + Math.abs(value), 1e-9);
    // The second time the contributions of leaves are cached.
    for (const _ of [1, 2]) {
      const out = new Float64Array(expected.length);
      explain(row, 1, out, 0);
      for (const [input, value] of expected.entries()) expect(Math.abs(out[input] - value) / scale).toBeLessThan(1e-9);
    }
  });
  fc.assert(property, { numRuns: 60 });
});

/** A forest of numbers whose paths have up to ten inputs, with missing cells. */
function deepForest(): { forest: Forest; rows: Float64Array } {
  const random = createRandom(5);
  const count = 600;
  const features = Array.from({ length: 10 }, (_, column) => ({
    name: `x${column}`,
    kind: 'number' as const,
    values: Float64Array.from({ length: count }, () => (random() < 0.1 ? Number.NaN : Math.floor(9 * random()))),
  }));
  const targets = Float64Array.from({ length: count }, random);
  const objective = { loss: 'squared', targets, trainRows: Int32Array.from(targets.keys()) } as const;
  const settings = { rounds: 3, maxLeaves: 64, minRowsPerLeaf: 2 };
  return {
    forest: trainForest(binFeatures(features, count), objective, settings).forest,
    rows: rowsOf(features, 0, count),
  };
}

test('leaves with many inputs, whether tabulated or not, contribute what the definition says', () => {
  const { forest, rows } = deepForest();
  const inputOf = Int32Array.from({ length: 10 }, (_, input) => input);
  const { counts } = followLeaves(forest, inputOf)!;
  const inputCounts = counts.filter((_, node) => forest.features[node] < 0);
  for (const [fewest, most] of [
    [1, 4],
    [5, 8],
    [9, 10],
  ])
    expect(inputCounts.some((inputs) => inputs >= fewest && inputs <= most)).toBe(true);
  const background = rows.subarray(0, backgroundRows * 10);
  const explain = explainOverBackground(forest, background, inputOf)!;
  for (const place of [20, 21, 22]) {
    const row = rows.subarray(place * 10, (place + 1) * 10);
    const expected = shapleyValues(forest, row, background, inputOf);
    const out = new Float64Array(10);
    explain(row, 1, out, 0);
    for (const [input, value] of expected.entries()) expect(out[input]).toBeCloseTo(value, 12);
  }
});
