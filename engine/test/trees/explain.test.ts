import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMulberry32 } from '../../src/random.ts';
import { binFeatures } from '../../src/trees/binning/bin-features.ts';
import { createExplainer } from '../../src/trees/explain/path-dependent.ts';
import { countFeatures, countOutputs, type Forest } from '../../src/trees/forest/forest.ts';
import { trainForest } from '../../src/trees/growing/boost.ts';
import { compileForest } from '../../src/trees/predict/compile.ts';
import { randomTraining } from './random-training.ts';

/** The mean score of a tree when only the features in the bit set `known` are known, by its definition. */
function expectedValue(forest: Forest, node: number, row: Float64Array, known: number): number {
  const { features, firstChildren, covers, thresholds, values } = forest;
  const feature = features[node];
  if (feature < 0) return values[node];
  const left = firstChildren[node];
  if ((known >>> feature) & 1) {
    return expectedValue(forest, row[feature] <= thresholds[node] ? left : left + 1, row, known);
  }
  const share = covers[left] / covers[node];
  const right = expectedValue(forest, left + 1, row, known);
  return share * expectedValue(forest, left, row, known) + (1 - share) * right;
}

const factorials = [1, 1, 2, 6, 24];

/** The Shapley value of a feature, summed over all subsets of the others. */
function shapleyValue(forest: Forest, row: Float64Array, feature: number): number {
  const width = countFeatures(forest);
  let sum = 0;
  for (let subset = 0; subset < 2 ** width; subset++) {
    if ((subset >>> feature) & 1) continue;
    const size = subset.toString(2).replaceAll('0', '').length;
    const weight = (factorials[size] * factorials[width - size - 1]) / factorials[width];
    for (const root of forest.roots) {
      const gain = expectedValue(forest, root, row, subset | (1 << feature)) - expectedValue(forest, root, row, subset);
      sum += weight * gain;
    }
  }
  return sum;
}

test('contributions are the Shapley values of the definition', () => {
  const random = createMulberry32(3);
  const columns = [0, 1, 2, 3].map(() => Float64Array.from({ length: 300 }, random));
  const targets = columns[0].map(
    (value, row) => value * columns[1][row] + Math.round(columns[2][row]) * columns[3][row],
  );
  const features = columns.map((values, index) => ({ name: `x${index}`, kind: 'number' as const, values }));
  const objective = { loss: 'squared', targets, trainRows: Int32Array.from(targets.keys()) } as const;
  const { forest } = trainForest(binFeatures(features, 300), objective, { rounds: 3, minRowsPerLeaf: 3 });
  const explain = createExplainer(forest);
  for (let row = 0; row < 20; row++) {
    const values = Float64Array.from(columns, (column) => column[row]);
    const out = new Float64Array(5);
    explain(values, out);
    for (const feature of [0, 1, 2, 3]) expect(out[feature]).toBeCloseTo(shapleyValue(forest, values, feature), 10);
  }
});

test('contributions add up to the raw score', () => {
  const property = fc.property(randomTraining, ({ features, rowCount, objective, settings }) => {
    const { forest } = trainForest(binFeatures(features, rowCount), objective, settings);
    const [width, outputs] = [countFeatures(forest), countOutputs(forest)];
    const row = Float64Array.from(features, (one) => (one.kind === 'number' ? one.values[1] : one.codes[1]));
    const scores = new Float64Array(outputs);
    const contributions = new Float64Array(outputs * (width + 1));
    compileForest(forest).scoreRows(row, 1, scores);
    createExplainer(forest)(row, contributions);
    for (let output = 0; output < outputs; output++) {
      const parts = contributions.subarray(output * (width + 1), (output + 1) * (width + 1));
      const sum = parts.reduce((total, part) => total + part);
      const scale = parts.reduce((total, part) => total + Math.abs(part), 1);
      expect(Math.abs(sum - scores[output]) / scale).toBeLessThan(1e-9);
    }
  });
  fc.assert(property);
});
