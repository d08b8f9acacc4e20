import { expect, test } from 'vitest';
import { readInputs } from './inputs.ts';

const rowCount = 60;
const counted = Float64Array.from({ length: rowCount }, (_, row) => row + 1);
const y = { name: 'y', type: 'number' as const, values: counted.map((x) => 2 * x) };
const rows = Int32Array.from({ length: rowCount }, (_, row) => row);

test('numbers that count the rows are learned from where nothing else is there, and left out elsewhere', () => {
  const x = { name: 'x', type: 'number' as const, values: counted };
  const other = { name: 'other', type: 'number' as const, values: counted.map((_, row) => (row * 7) % 13) };
  const namesOf = (columns: (typeof x)[]) => {
    const inputs = readInputs({ rowCount, columns: [...columns, y] }, { target: 'y' }, rows);
    return inputs.columns.filter(({ role }) => role === 'feature').map(({ profile }) => profile.name);
  };
  expect(namesOf([x])).toEqual(['x']);
  expect(namesOf([x, other])).toEqual(['other']);
});
