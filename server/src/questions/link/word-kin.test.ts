import { expect, test } from 'vitest';
import { isDoerOf, isKin, isShortened } from './word-kin.ts';

test.each([
  ['nationality', 'nation'],
  ['direct', 'director'],
  ['operational', 'operation'],
])('%s may say %s', (said, name) => expect(isKin(said, name)).toBe(true));

test.each([
  ['processor', 'process'],
  ['country', 'county'],
  ['employer', 'employe'],
  ['trainer', 'training'],
])('%s does not say %s', (said, name) => expect([isKin(said, name), isShortened(said, name)]).toEqual([false, false]));

test('a short form is no missing ending of a doer', () => {
  expect(isShortened('temperature', 'temp')).toBe(true);
  expect(isShortened('processor', 'process')).toBe(false);
  expect([isDoerOf('processor', 'process'), isDoerOf('directors', 'director')]).toEqual([true, false]);
});

test.each([
  ['color', 'column'],
  ['later', 'latitude'],
  ['major', 'majesty'],
])('%s does not do what %s says', (said, name) => expect(isDoerOf(said, name)).toBe(false));

test('who does something is known by a plural, too', () => {
  expect([isDoerOf('trainer', 'trainings'), isDoerOf('processor', 'processes')]).toEqual([true, true]);
});
