import fc from 'fast-check';
import { expect, test } from 'vitest';
import { trainForest } from '../../src/trees/boost.ts';
import { binFeatures } from '../../src/trees/features.ts';
import { countOutputs } from '../../src/trees/forest.ts';
import { compileForest, compileWalk } from '../../src/trees/predict.ts';
import { scoreBinned } from '../../src/trees/score-binned.ts';
import { type RandomTraining, randomTraining } from './random-training.ts';

function rowMajor({ features, rowCount }: RandomTraining): Float64Array {
  const values = new Float64Array(rowCount * features.length);
  features.forEach((feature, index) => {
    const cells = feature.kind === 'number' ? feature.values : feature.codes;
    for (let row = 0; row < rowCount; row++) values[row * features.length + index] = cells[row];
  });
  return values;
}

test.each([compileForest, compileWalk])(
  'rows alone, rows in batches and bins get the same scores, bit for bit: %o',
  (compile) => {
    fc.assert(
      fc.property(randomTraining, (training) => {
        const { features, rowCount, objective, settings } = training;
        const binned = binFeatures(features, rowCount);
        const { forest } = trainForest(binned, objective, settings);
        const outputs = countOutputs(forest);
        const [fromBins, batch, single] = [0, 1, 2].map(() => new Float64Array(rowCount * outputs));
        scoreBinned(
          forest,
          binned,
          Int32Array.from({ length: rowCount }, (_, row) => row),
          fromBins,
        );
        const compiled = compile(forest);
        const values = rowMajor(training);
        compiled.scoreRows(values, rowCount, batch);
        for (let row = 0; row < rowCount; row++) {
          const cells = values.subarray(row * features.length, (row + 1) * features.length);
          compiled.scoreRows(cells, 1, single.subarray(row * outputs, (row + 1) * outputs));
        }
        expect(batch).toEqual(fromBins);
        expect(single).toEqual(fromBins);
      }),
      { numRuns: 60 },
    );
  },
);

test.each([Number.NaN, -1, 99, 1.5, Number.POSITIVE_INFINITY])('category code %d scores as missing', (code) => {
  const rows = Int32Array.from({ length: 300 }, (_, row) => row);
  const codes = rows.map((row) => (row % 10) - 1);
  const binned = binFeatures([{ name: 'codes', kind: 'category', codes, categoryCount: 9 }], 300);
  const targets = Float64Array.from(codes, (one) => (one === -1 ? 9 : one % 3));
  const objective = { loss: 'squared', targets, trainRows: rows } as const;
  const { forest } = trainForest(binned, objective, { rounds: 60, learningRate: 0.5, categorySmoothing: 1 });
  const out = new Float64Array(1);
  const walked = new Float64Array(1);
  compileForest(forest).scoreRows(Float64Array.of(code), 1, out);
  compileWalk(forest).scoreRows(Float64Array.of(code), 1, walked);
  expect(out[0]).toBeCloseTo(9, 0);
  expect(walked).toEqual(out);
});
