import { expect, test } from 'vitest';
import { textColumn } from '../../test/tables.ts';
import { readField } from './fields.ts';
import { profileColumn } from './profile.ts';

const numbered = (count: number, cell: (row: number) => string) => Array.from({ length: count }, (_, row) => cell(row));
const uuid = (row: number) => `00000000-0000-4000-8000-${String(row).padStart(12, '0')}`;
const words = ['late', 'flight', 'again', 'thanks', 'crew', 'lost', 'bag', 'never', 'great', 'service'];
const sentence = (row: number) => [1, 3, 7, 9, 11].map((step) => words[(row * step + (row >> 3)) % 10]).join(' ') + row;

test.each([
  ['number', ['640,56', '823', '1190', '7']],
  ['number', [...numbered(40, (row) => String(row % 17)), 'unknown']],
  ['category', ['12', 'twelve', '13', 'ten', 'ten', 'two']],
  ['boolean', ['yes', 'No', 'yes', '']],
  ['datetime', ['2015-02-24 11:35:52 -0800', 'NA', '2016-01-01']],
  ['datetime', ['1981-01', '1981-04', '1982-01']],
  ['empty', ['', ' ']],
  ['category', ['none', 'mild', 'NA', 'mild']],
  ['constant', ['x', 'x', 'x ']],
  ['identifier', numbered(30, uuid)],
  ['identifier', numbered(30, (row) => `AB${row}`)],
  ['text', numbered(50, sentence)],
  ['list', ['["a","b"]', '["c"]', '[]']],
  ['category', ['red', 'green', 'red', 'blue']],
  ['number', numbered(40, (row) => (row % 5 === 0 ? 'unknown' : `${row * 1.5}`))],
  ['category', numbered(40, (row) => (row % 5 === 0 ? 'unknown' : `${row % 4}`))],
  ['identifier', numbered(40, (row) => (row % 5 === 0 ? `B${row}` : `${row}00`))],
  ['datetime', numbered(40, (row) => (row % 5 === 0 ? 'ongoing' : `2020-01-${10 + (row % 20)}`))],
  ['number', numbered(40, (row) => `${row} km`)],
  ['category', numbered(40, (row) => `${1 + (row % 3)} bedrooms`)],
  ['list', numbered(60, (row) => ['a', 'b', 'c', 'd', 'e', 'f'].filter((_, bit) => (row >> bit) % 2 === 1).join('|'))],
])('%s: %j', (kind, cells) => {
  expect(profileColumn(textColumn('column', cells)).kind).toBe(kind);
});

test.each([
  ['id', [7, 3, 9, 12, 4, 5, 30, 31, 32, 33], 'identifier'],
  ['row', [0, 1, 2, 3, 5, 6, 7, 8, 10, 11], 'identifier'],
  ['year', [1950, 1951, 1952, 1953, 1954, 1955, 1956, 1957, 1958, 1959], 'number'],
  ['price', [1, 2, 2, 3, 5, 6, 7, 8, 10, 11], 'number'],
])('numbers named %s: %j are %s', (name, values, kind) => {
  expect(profileColumn({ name, type: 'number', values: Float64Array.from(values) }).kind).toBe(kind);
});

test('cells that do not parse, blanks and infinities are missing', () => {
  const cells = [...numbered(40, (row) => String(row % 17)), 'unknown', '', 'inf'];
  const column = textColumn('n', cells);
  const profile = profileColumn(column);
  const field = readField(column, profile, Int32Array.from(cells.keys()));
  expect(profile).toMatchObject({ kind: 'number', missing: 3, distinct: 17 });
  expect([...(field.type === 'numeric' ? field.values.slice(39) : [])]).toEqual([5, NaN, NaN, NaN]);
});

test('categories come most frequent first, whatever the order of rows', () => {
  const column = textColumn('c', ['b', 'a ', 'a', '', 'c', 'b', 'a']);
  const field = readField(
    column,
    profileColumn(column),
    Int32Array.from({ length: 7 }, (_, row) => row),
  );
  expect(field).toMatchObject({
    texts: ['a', 'b', 'c'],
    counts: [3, 2, 1],
    codes: Int32Array.of(1, 0, 0, -1, 2, 1, 0),
  });
});

test('spellings of one category count as one, by its most frequent; single letters are codes', () => {
  const cells = ['Berlin', 'berlin', 'BERLIN ', 'Berlin', 'New  York', 'new york', 'new york'];
  const column = textColumn('city', cells);
  const profile = profileColumn(column);
  const field = readField(column, profile, Int32Array.from(cells.keys()));
  expect(profile).toMatchObject({ kind: 'category', distinct: 2 });
  expect(field).toMatchObject({ texts: ['Berlin', 'new york'], counts: [4, 3] });
  expect(profileColumn(textColumn('code', ['a', 'A', 'b', 'b'])).distinct).toBe(3);
});

test('words among numbers are remembered as missing', () => {
  const cells = numbered(40, (row) => (row % 5 === 0 ? 'Unknown' : `${row * 1.5}`));
  expect(profileColumn(textColumn('n', cells))).toMatchObject({ reading: { blanks: ['unknown'] }, missing: 8 });
});
