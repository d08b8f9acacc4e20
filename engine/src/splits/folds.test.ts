import { expect, test } from 'vitest';
import { bandsOf, makeRowSplits } from './folds.ts';

const rowCount = 100;
const stratum = Int32Array.from({ length: rowCount }, (_, row) => (row % 5 === 0 ? 1 : 0));
const alone = Int32Array.from({ length: rowCount }, (_, row) => row);

test('every row is held out once a repeat, strata evenly', () => {
  const rowSplits = makeRowSplits({ rowCount, folds: 5, repeats: 2, seed: 1, group: alone, stratum });
  const heldTimes = new Int32Array(rowCount);
  for (const { train, validation } of rowSplits) {
    for (const row of validation) heldTimes[row] += 1;
    expect(train.length + validation.length).toBe(rowCount);
    expect(validation.filter((row) => stratum[row] === 1)).toHaveLength(4);
  }
  expect(heldTimes.every((times) => times === 2)).toBe(true);
});

test('the same seed gives the same folds, another seed others', () => {
  const request = { rowCount, folds: 5, repeats: 1, group: alone, stratum };
  expect(makeRowSplits({ ...request, seed: 3 })).toEqual(makeRowSplits({ ...request, seed: 3 }));
  expect(makeRowSplits({ ...request, seed: 3 })).not.toEqual(makeRowSplits({ ...request, seed: 4 }));
});

test('rows of one group stay in one fold', () => {
  const group = alone.map((row) => (row % 3 === 0 ? 0 : row % 20));
  for (const { train, validation } of makeRowSplits({ rowCount, folds: 5, repeats: 1, seed: 0, group, stratum })) {
    const trainGroups = new Set(train.map((row) => group[row]));
    expect([...validation].some((row) => trainGroups.has(group[row]))).toBe(false);
  }
});

test('bands fill evenly by rank', () => {
  expect([...bandsOf(Float64Array.from([5, 1, 4, 2, 3]))]).toEqual([8, 0, 6, 2, 4]);
});
