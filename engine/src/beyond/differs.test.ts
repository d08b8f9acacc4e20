import { expect, test } from 'vitest';
import { differs, type Weighed } from './differs.ts';

const count = 40;
const rows = Int32Array.from({ length: count }, (_, row) => row);
const labels = {
  task: 'regression',
  classCount: 0,
  loss: 'squared',
  values: Float64Array.from(rows, (row) => row % 2),
};

/** Predictions that err by `error`, and rows in so many pieces of time. */
function weighed(error: number, pieces: number): Weighed {
  const group = rows.map((row) => row % pieces);
  const crossFitted = labels.values.map((value, row) => value + error * (1 + (row % 3) / 10));
  return {
    training: { frame: { labels }, rows, validation: { scheme: 'forward', group } },
    selection: { crossFitted },
  } as unknown as Weighed;
}

test.each([
  [1, false], // it may be the piece that is hard
  [8, true],
])('rows of %i pieces that lose more than rows of known times differ beyond chance: %o', (pieces, isBeyond) => {
  expect(differs(weighed(1, pieces), weighed(2, pieces))).toBe(isBeyond);
  expect(differs(weighed(1, pieces), weighed(1, pieces))).toBe(false);
});
