import { expect, test } from 'vitest';
import type { ExplainedLeaf } from './explained-leaf.ts';
import { groupLeaves, highestRank } from './leaf-groups.ts';
import { compileShares } from './share-program.ts';

/** A leaf of value 1 that a number above `low` and up to `high` reaches, and no row of the background. */
function leafBetween(low: number, high: number): ExplainedLeaf {
  return {
    boxes: [{ feature: 0, input: 0, low, high, passesMissing: false, set: new Int32Array(0) }],
    inputs: Int32Array.of(0),
    background: { value: 1, failed: Int32Array.of(1), shares: Float64Array.of(1) },
  };
}

test('leaves whose boxes do not fit into 16 bits are left to be computed for each row', () => {
  const beyond = [leafBetween(highestRank, Number.POSITIVE_INFINITY), leafBetween(-1, highestRank)];
  const { groups, rest } = groupLeaves([leafBetween(3, Number.POSITIVE_INFINITY), ...beyond]);
  expect(rest).toEqual(beyond);
  expect(groups.map(({ leaves }) => leaves.length)).toEqual([1]);
});

test.each([
  [3, 0],
  [4, 1],
  [9, 2],
  [10, 1],
  [highestRank, 1],
  [100_000, 1],
  [-1, 0],
])('a number of rank %i reaches %i of two leaves', (rank, reached) => {
  const { groups } = groupLeaves([leafBetween(3, Number.POSITIVE_INFINITY), leafBetween(5, 9)]);
  const sums = new Float64Array(1);
  compileShares(groups, Int32Array.of(0))(Int32Array.of(rank), sums);
  expect(sums[0]).toBe(reached);
});

test('boxes of very many bins are not all kept', () => {
  const wide = Array.from({ length: 100 }, (_, feature) => {
    const leaf = leafBetween(-1, Number.POSITIVE_INFINITY);
    return { ...leaf, boxes: [{ ...leaf.boxes[0], feature, set: new Int32Array(2048) }] };
  });
  const { groups, rest } = groupLeaves(wide);
  expect(groups.length + rest.length).toBe(100);
  expect(groups.length).toBeLessThanOrEqual(32); // a MB each, of 32
});
