import { expect, test } from 'vitest';
import { readField } from '../columns/fields.ts';
import { profileColumn } from '../columns/profile.ts';
import { describeRanges } from './describe-columns.ts';

function rangeOf(name: string, cells: readonly string[]) {
  const dictionary = [...new Set(cells)];
  const codes = Int32Array.from(cells, (cell) => dictionary.indexOf(cell));
  const column = { name, type: 'text', codes, dictionary } as const;
  const rows = Int32Array.from(cells.keys());
  return describeRanges([readField(column, profileColumn(column), rows)])[0];
}

test('a boolean column is described in its own words, the more frequent one first', () => {
  const german = rangeOf('balkon', ['ja', 'nein', 'ja', 'Ja', 'nein', 'ja']);
  expect(german).toMatchObject({ type: 'boolean', values: ['ja', 'nein'], median: null });
  expect(rangeOf('balcon', ['oui', 'non', 'non', 'oui', 'non']).values).toEqual(['non', 'oui']);
});

test('the median is one of the values', () => {
  const skewed = rangeOf('price', ['1.5', '2', '2.5', '3', '1000', '2', '4']);
  expect(skewed).toMatchObject({ type: 'number', min: 1.5, max: 1000, median: 2.5 });
});
