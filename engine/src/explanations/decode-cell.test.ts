import { expect, test } from 'vitest';
import { createRowReader } from '../answers/row-reader.ts';
import { plainProfile } from '../columns/profile.ts';
import { encodeCalendar, encodeCategory } from '../encoding/encoder.ts';
import { createDecoder } from './decode-cell.ts';

const profiles = [plainProfile('when', 'datetime'), plainProfile('place', 'category')];
const reader = createRowReader(profiles, [
  { input: 0, slot: 0, encoder: encodeCalendar('when', 0, ['days', 'year', 'month']) },
  { input: 1, slot: 3, encoder: encodeCategory('place', 1, ['north', 'south'], true) },
]);
const [when, place] = reader.inputs.map((input) => createDecoder(input, profiles[input.input], new Float64Array(4)));

test('parts of a date that were rounded one by one become those of the date shown', () => {
  const encoded = Float64Array.of(18_262.5, 2019, 11, 1);
  expect(when(encoded)).toBe('2020-01-01T12:00:00.000Z');
  expect([...encoded]).toEqual([18_262.5, 2020, 1, 1]);
});

test.each([
  ['nothing', Number.NaN, Number.NaN, null],
  ['a day that is missing beside a year', Number.NaN, 2020, undefined],
  ['a day beyond the calendar', 1e12, 2020, undefined],
])('%s is no date, and stays as it is', (_, days, year, cell) => {
  const encoded = Float64Array.of(days, year, Number.NaN, 0);
  expect(when(encoded)).toBe(cell);
  expect([...encoded]).toEqual([days, year, Number.NaN, 0]);
});

test('a category is its text; the rare ones, which share a code, are not told apart without statistics', () => {
  expect([0, 1, 2, 7, Number.NaN].map((code) => place(Float64Array.of(0, 0, 0, code)))).toEqual([
    'north',
    'south',
    undefined,
    undefined,
    null,
  ]);
});
