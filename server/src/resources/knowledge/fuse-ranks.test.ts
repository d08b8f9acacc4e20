import { expect, it } from 'vitest';
import { fuseRanks } from './fuse-ranks.ts';

it('puts first what both rankings have, whatever the scores were', () => {
  expect(
    fuseRanks([
      [1, 2, 3],
      [4, 3],
    ]).map(({ id }) => id),
  ).toEqual([3, 1, 4, 2]);
});

it('gives one to what is first everywhere', () => {
  expect(fuseRanks([[7], [7]])).toEqual([{ id: 7, score: 1 }]);
  expect(fuseRanks([[], []])).toEqual([]);
});
