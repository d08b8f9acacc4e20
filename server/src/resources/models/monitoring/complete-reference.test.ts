import { usualReading } from '@sibyl/engine/readings/reading.ts';
import { expect, it } from 'vitest';
import { completed, isWhole } from './complete-reference.ts';
import { type ColumnReference, createCoder, type Reference } from './reference.ts';

const reading = usualReading('number');
const number = (name: string, edges: number[], counts: number[]): ColumnReference => ({
  name,
  form: 'number',
  reading,
  edges,
  values: [],
  rarer: [],
  counts,
});
const referenceOf = (...columns: ColumnReference[]): Reference => ({ rows: 10, columns, codes: 'AAA=', width: 1 });

it('adds what a reference of before lacks, and keeps its bins and counts', () => {
  const known = referenceOf(number('size', [10, 20], [3, 3, 4, 0, 1]), number('floor', [], [10, 0, 0]));
  const category = { form: 'category' as const, values: ['a', 'b'], rarer: ['c'], counts: [5, 4, 1, 0, 0] };
  known.columns.push({ ...number('kind', [], []), ...category });
  const fresh = referenceOf(
    { ...number('size', [11, 19], [4, 2, 4, 0, 0, 0, 0]), range: [12, 40] },
    { ...number('floor', [], [9, 0, 1, 0, 0]), range: [2, 2] },
    { ...number('kind', [], []), ...category, values: ['b', 'a'], singles: 1 },
  );
  expect(isWhole(known)).toBe(false);
  const whole = completed(known, { ...fresh, codes: 'BBB=' });
  expect(whole).toEqual({
    ...known,
    columns: [
      { ...known.columns[0], range: [10, 40], counts: [3, 3, 4, 0, 1, 0, 0] },
      { ...known.columns[1], range: [2, 2], counts: [10, 0, 0, 0, 0] },
      { ...known.columns[2], singles: 1 },
    ],
  });
  expect(isWhole(whole)).toBe(true);
  expect(completed(whole, fresh)).toEqual(whole);
  expect([1, 10, 40, 41, 'much'].map(createCoder(whole.columns[0]))).toEqual([5, 0, 2, 6, 3]);
});

it('asks nothing more of a column without cells', () => {
  expect(isWhole(referenceOf(number('gone', [], [0, 0, 10])))).toBe(true);
});
