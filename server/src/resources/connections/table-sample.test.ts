import { expect, test } from 'vitest';
import { sampleOf } from './table-sample.ts';

const rowsOf = (count: number, cells: (at: number) => (string | number | null)[]) =>
  Array.from({ length: count }, (_, at) => cells(at));
const many = { columns: 2, rowCount: 10_000, mostCharacters: 1000 };

test('all rows are counted; of more, distinct values and missing ones are estimated', () => {
  const whole = rowsOf(40, (at) => [at, at % 4 === 0 ? null : 'a']);
  expect(sampleOf(whole, { ...many, rowCount: 40 }).counts).toEqual([
    { distinct: 40, nulls: 0 },
    { distinct: 1, nulls: 10 },
  ]);
  const some = rowsOf(500, (at) => [at, at % 5]);
  expect(sampleOf(some, many).counts).toEqual([
    { distinct: 10_000, nulls: 0 },
    { distinct: 5, nulls: 0 },
  ]);
});

test('memory is bounded by rows, cells and characters, and a text that was cut is not taken for whole', () => {
  expect(
    sampleOf(
      rowsOf(500, () => [1, 2]),
      many,
    ).rows,
  ).toHaveLength(300);
  expect(
    sampleOf(
      rowsOf(500, () => Array(200).fill(1)),
      { ...many, columns: 200 },
    ).rows,
  ).toHaveLength(20);
  expect(
    sampleOf(
      rowsOf(500, () => ['x'.repeat(900), 1]),
      many,
    ).rows.length,
  ).toBeLessThan(115);
  expect(
    sampleOf(
      rowsOf(9, (at) => [at === 4 ? 'x'.repeat(1000) : 'x', 1]),
      many,
    ).rows,
  ).toHaveLength(4);
});
