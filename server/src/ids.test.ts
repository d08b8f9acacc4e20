import { afterEach, expect, test, vi } from 'vitest';
import { newId } from './ids.ts';

afterEach(() => vi.useRealTimers());

function makeIds(count: number): string[] {
  return Array.from({ length: count }, () => newId('prj'));
}

test('IDs rise strictly, within a millisecond and from one to the next', () => {
  const ids = makeIds(20_000);
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});

test('an ID is its prefix and a ULID, whose first ten characters are the time', () => {
  vi.useFakeTimers({ now: Date.parse('2100-01-01T00:00:00Z') });
  expect(newId('mdl')).toMatch(/^mdl_[0-9A-HJKMNP-TV-Z]{26}$/);
  const time = parseInt(Array.from(newId('mdl').slice(4, 14), toBase32).join(''), 32);
  expect(new Date(time).toISOString()).toBe('2100-01-01T00:00:00.000Z');
});

/** Converts Crockford's alphabet to the digits that `parseInt` reads. */
function toBase32(letter: string): string {
  return '0123456789ABCDEFGHJKMNPQRSTVWXYZ'.indexOf(letter).toString(32);
}

test('IDs go on rising when the clock is set back', () => {
  vi.useFakeTimers({ now: Date.parse('2101-01-01T00:00:00Z') });
  const before = newId('prj');
  vi.setSystemTime(Date.parse('2001-01-01T00:00:00Z'));
  expect(newId('prj') > before).toBe(true);
});
