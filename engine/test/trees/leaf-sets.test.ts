import fc from 'fast-check';
import { expect, test } from 'vitest';
import { trainForest } from '../../src/trees/boost.ts';
import { binFeatures } from '../../src/trees/features.ts';
import type { Forest } from '../../src/trees/forest.ts';
import { buildLeafSets } from '../../src/trees/leaf-sets.ts';
import { compileForest, compileWalk } from '../../src/trees/predict.ts';
import { createRandom } from '../../src/trees/random.ts';
import { randomTraining } from './random-training.ts';

const rowCount = 50;

/** Cells between, on and far beyond thresholds, holes, codes that training never saw. */
function makeRows(forest: Forest, seed: number): Float64Array {
  const random = createRandom(seed);
  const width = forest.categoryBinCounts.length;
  const special = [
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    -1,
    0,
    2.5,
    99,
    ...forest.thresholds,
  ];
  return Float64Array.from({ length: rowCount * width }, () => {
    const isSpecial = random() < 0.4;
    return isSpecial ? special[Math.floor(random() * special.length)] : Math.floor(random() * 8) - random();
  });
}

test('leaf sets give the scores of the walk, bit for bit', () => {
  const property = fc.property(randomTraining, fc.nat(), (training, seed) => {
    const binned = binFeatures(training.features, training.rowCount);
    const { forest } = trainForest(binned, training.objective, { ...training.settings, maxLeaves: 32 });
    const rows = makeRows(forest, seed);
    const bySets = new Float64Array(rowCount * forest.initialScores.length);
    const byWalk = new Float64Array(bySets.length);
    compileForest(forest).scoreRows(rows, rowCount, bySets);
    compileWalk(forest).scoreRows(rows, rowCount, byWalk);
    expect(buildLeafSets(forest)).toBeDefined();
    expect(bySets).toEqual(byWalk);
  });
  fc.assert(property, { numRuns: 60 });
});

test('a tree of more leaves than a word has bits is walked', () => {
  const values = Float64Array.from({ length: 200 }, (_, row) => row);
  const features = [{ name: 'x', kind: 'number', values } as const];
  const objective = { loss: 'squared', targets: values, trainRows: Int32Array.from(values) } as const;
  const settings = { rounds: 2, maxLeaves: 40, minRowsPerLeaf: 1 };
  const { forest } = trainForest(binFeatures(features, 200), objective, settings);
  const scores = new Float64Array(200);
  compileForest(forest).scoreRows(values, 200, scores);
  expect(buildLeafSets(forest)).toBeUndefined();
  expect(scores[199]).toBeGreaterThan(scores[0]);
});
