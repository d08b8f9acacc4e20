import { expect, test } from 'vitest';
import { makeRowSplits } from './folds.ts';
import { bandsOf, strataOfClasses } from './strata.ts';

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

test('many classes of few rows are dealt at random, so that folds have other shares of them, and none is unknown', () => {
  const labels = Float64Array.from({ length: 400 }, (_, row) => (row < 50 ? row : 50 + (row % 50)));
  const own = strataOfClasses(labels, 100);
  const request = { rowCount: 400, folds: 10, repeats: 1, seed: 2, group: Int32Array.from(labels.keys()) };
  const most = (stratum: Int32Array) =>
    Math.max(
      ...makeRowSplits({ ...request, stratum }).map(({ validation }) =>
        Math.max(
          ...Map.groupBy(validation, (row) => labels[row])
            .values()
            .map((rows) => rows.length),
        ),
      ),
    );
  expect(most(Int32Array.from(labels))).toBe(1);
  expect(most(own)).toBeGreaterThan(2);
  const pairs = Float64Array.from({ length: 400 }, (_, row) => row >> 1);
  for (const { train } of makeRowSplits({ ...request, stratum: strataOfClasses(pairs, 200) }))
    expect(new Set(train.map((row) => pairs[row])).size).toBe(200);
  const few = Float64Array.from({ length: 400 }, (_, row) => row % 3);
  expect(strataOfClasses(few, 3)).toEqual(Int32Array.from(few));
});
