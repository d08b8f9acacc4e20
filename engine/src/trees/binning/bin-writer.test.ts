import { expect, test } from 'vitest';
import { createMulberry32 } from '../../random.ts';
import { trainForest } from '../growing/boost.ts';
import { scoreBinned } from '../predict/score-binned.ts';
import type { TreeFeature } from '../state/binned-features.ts';
import { binFeatures } from './bin-features.ts';
import { openBins } from './bin-writer.ts';

const rowCount = 5000;
/** More than a block of features holds. */
const numbers = 40;
const chunkRows = 700;

function makeFeatures(): TreeFeature[] {
  const random = createMulberry32(1);
  const number = (_: unknown, index: number): TreeFeature => {
    const values = Float64Array.from({ length: rowCount }, () => (random() < 0.1 ? Number.NaN : random()));
    return { name: `x${index}`, kind: 'number', values };
  };
  const codes = Int32Array.from({ length: rowCount }, () => Math.floor(random() * 6) - 1);
  return [...Array.from({ length: numbers }, number), { name: 'kind', kind: 'category', codes, categoryCount: 5 }];
}

function part(feature: TreeFeature, start: number): TreeFeature {
  const end = start + chunkRows;
  return feature.kind === 'number'
    ? { ...feature, values: feature.values.subarray(start, end) }
    : { ...feature, codes: feature.codes.subarray(start, end) };
}

test.each([
  ['once', 1, 0],
  ['twice', 2, Number.POSITIVE_INFINITY],
])('bins that arrive in chunks are kept %s, and train the same forest', (_name, copies, mostTwice) => {
  const features = makeFeatures();
  const whole = binFeatures(features, rowCount);
  const writer = openBins(whole.features, rowCount, mostTwice);
  const [first] = features;
  const targets = Float64Array.from({ length: rowCount }, (_, row) =>
    first.kind === 'number' ? (first.values[row] || 0) + (row % 3) : 0,
  );
  writer.targets.set(targets);
  const rows = Int32Array.from(targets.keys());
  writer.rows.set(rows);
  for (let start = 0; start < rowCount; start += chunkRows)
    for (const [index, feature] of features.entries()) writer.write(index, start, part(feature, start));
  const bytesBeside = rowCount * 12 + 10_000;
  expect(writer.binned.arena.mark()).toBeLessThan(copies * rowCount * features.length + bytesBeside);

  const settings = { rounds: 5, maxLeaves: 15 };
  const expected = trainForest(whole, { loss: 'squared', targets, trainRows: rows }, settings);
  const objective = { loss: 'squared', targets: writer.targets, trainRows: writer.rows } as const;
  const { forest } = trainForest(writer.binned, objective, settings);
  expect(forest).toEqual(expected.forest);

  const [scores, expectedScores] = [new Float64Array(rowCount), new Float64Array(rowCount)];
  scoreBinned(forest, writer.binned, rows, scores);
  scoreBinned(forest, whole, rows, expectedScores);
  expect(scores).toEqual(expectedScores);
});
