import { expect, test } from 'vitest';
import { isKin, isShortened } from './word-kin.ts';

test.each([
  ['nationality', 'nation'],
  ['direct', 'director'],
  ['operational', 'operation'],
])('%s may say %s', (said, name) => expect(isKin(said, name)).toBe(true));

test.each([
  ['country', 'county'],
  ['trainer', 'training'],
])('%s does not say %s', (said, name) => expect([isKin(said, name), isShortened(said, name)]).toEqual([false, false]));

test('the beginning of a word may say it', () => expect(isShortened('temperature', 'temp')).toBe(true));
