import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMulberry32 } from '../../src/random.ts';
import { binFeatures } from '../../src/trees/binning/bin-features.ts';
import type { Forest } from '../../src/trees/forest/forest.ts';
import { trainForest } from '../../src/trees/growing/boost.ts';
import { compileForest } from '../../src/trees/predict/compile.ts';

const rowCount = 400;

/** Two numbers and a category; the target rises and falls with the first number, so that a constraint has to bite. */
function train(seed: number, settings: { monotone?: Int8Array[]; maxDepth?: number }): Forest {
  const random = createMulberry32(seed);
  const columns = [0, 1].map(() => Float64Array.from({ length: rowCount }, random));
  const codes = Int32Array.from({ length: rowCount }, () => Math.floor(random() * 5));
  const targets = columns[0].map((value, row) => Math.sin(9 * value) + columns[1][row] * codes[row] + random());
  const binned = binFeatures(
    [
      { name: 'first', kind: 'number', values: columns[0] },
      { name: 'second', kind: 'number', values: columns[1] },
      { name: 'codes', kind: 'category', codes, categoryCount: 5 },
    ],
    rowCount,
  );
  const objective = { loss: 'squared', targets, trainRows: Int32Array.from(targets.keys()) } as const;
  return trainForest(binned, objective, { rounds: 20, minRowsPerLeaf: 5, ...settings }).forest;
}

test.each([1, -1])('under a monotone constraint of %d scores move that way only', (direction) => {
  const property = fc.property(
    fc.nat(),
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.nat(4),
    (seed, second, code) => {
      const forest = train(seed, { monotone: [Int8Array.of(direction, 0, 0)] });
      const rows = Float64Array.from({ length: 150 }, (_, cell) => [Math.floor(cell / 3) / 49, second, code][cell % 3]);
      const scores = new Float64Array(50);
      compileForest(forest).scoreRows(rows, 50, scores);
      for (let row = 1; row < 50; row++)
        expect(direction * (scores[row] - scores[row - 1])).toBeGreaterThanOrEqual(-1e-12);
    },
  );
  fc.assert(property, { numRuns: 20 });
});

test.each([1, 2, 4])('no tree is deeper than maxDepth %d', (maxDepth) => {
  const forest = train(1, { maxDepth });
  const depths = new Int32Array(forest.features.length);
  forest.features.forEach((feature, node) => {
    if (feature < 0) return;
    for (const child of [0, 1]) depths[forest.firstChildren[node] + child] = depths[node] + 1;
  });
  expect(Math.max(...depths)).toBe(maxDepth);
});
