import fc from 'fast-check';
import { expect, test } from 'vitest';
import { binFeatures } from '../../src/trees/binning/bin-features.ts';
import { createExplainer } from '../../src/trees/explain/path-dependent.ts';
import { checkForest, ForestError } from '../../src/trees/forest/check-forest.ts';
import { countFeatures, countOutputs, type Forest } from '../../src/trees/forest/forest.ts';
import { trainForest } from '../../src/trees/growing/boost.ts';
import { compileForest } from '../../src/trees/predict/compile.ts';

function trainSmall(): Forest {
  const values = Float64Array.from({ length: 200 }, (_, row) => Math.sin(row));
  const codes = Int32Array.from({ length: 200 }, (_, row) => row % 7);
  const targets = values.map((value, row) => value + (codes[row] % 3));
  const binned = binFeatures(
    [
      { name: 'x', kind: 'number', values },
      { name: 'c', kind: 'category', codes, categoryCount: 7 },
    ],
    200,
  );
  const objective = { loss: 'squared', targets, trainRows: Int32Array.from(targets.keys()) } as const;
  return trainForest(binned, objective, { rounds: 4, maxLeaves: 8, minRowsPerLeaf: 5 }).forest;
}

const forest = trainSmall();
const wildNumber = fc.constantFrom(-2, -1, 0, 1, 2, 7, 31, 1000, 2 ** 31 - 1, Number.NaN, Number.POSITIVE_INFINITY);
const damage = fc.record({
  part: fc.constantFrom(...(Object.keys(forest) as (keyof Forest)[])),
  place: fc.nat(1000),
  number: wildNumber,
  isCut: fc.boolean(),
});

/** A copy with one number of one field replaced, or with a field cut off behind it. */
function spoil({ part, place, number, isCut }: { part: keyof Forest; place: number; number: number; isCut: boolean }) {
  const spoilt = structuredClone(forest);
  const numbers = spoilt[part];
  if (isCut) return { ...spoilt, [part]: numbers.slice(0, place % numbers.length) };
  numbers[place % numbers.length] = number;
  return spoilt;
}

test('a damaged forest is refused or scores without harm', () => {
  const property = fc.property(damage, (one) => {
    const spoilt: Forest = spoil(one);
    try {
      checkForest(spoilt);
    } catch (error) {
      expect(error).toBeInstanceOf(ForestError);
      return;
    }
    const rows = new Float64Array(40 * countFeatures(spoilt)).fill(1);
    const scores = new Float64Array(40 * countOutputs(spoilt));
    compileForest(spoilt).scoreRows(rows, 40, scores);
    createExplainer(spoilt)(rows, new Float64Array(countOutputs(spoilt) * (countFeatures(spoilt) + 1)));
    expect(scores.every(Number.isFinite)).toBe(true);
  });
  fc.assert(property, { numRuns: 1000 });
});

/** Two nodes of the first tree that are split. */
const [former, latter] = [...forest.features.keys()].filter(
  (node) => forest.features[node] >= 0 && node < forest.roots[1],
);

function withOne(list: Int32Array, place: number, number: number): Int32Array {
  return list.map((given, at) => (at === place ? number : given));
}

test.each([
  ['a child before its parent', { firstChildren: forest.firstChildren.map(() => 0) }, /has children at 0/],
  [
    'a child of two nodes',
    { firstChildren: withOne(forest.firstChildren, former, forest.firstChildren[latter]) },
    /two nodes/,
  ],
  ['a node outside the tree', { features: withOne(forest.features, latter, -1) }, /is not the child of a node/],
  ['a feature that does not exist', { features: forest.features.map(() => 2) }, /splits on feature 2 of 2/],
  ['a list cut short', { values: forest.values.slice(1) }, /values has \d+ entries for \d+ nodes/],
])('%s is named', (_, part, message) => {
  expect(() => checkForest({ ...forest, ...part })).toThrow(message);
});
