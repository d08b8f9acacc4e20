import { expect, it } from 'vitest';
import { type MetadataFilter, meetsFilter } from './filter.ts';

const metadata = { topic: 'leases', year: 2024, tags: ['a', 'b'], since: '2024-05-01', draft: false, none: null };

it.each<[MetadataFilter, boolean]>([
  [{}, true],
  [{ topic: 'leases', year: 2024 }, true],
  [{ topic: 'leases', year: 2023 }, false],
  [{ year: '2024' }, false],
  [{ topic: ['pets', 'leases'] }, true],
  [{ topic: [] }, false],
  [{ tags: 'b' }, true],
  [{ tags: { ne: 'b' } }, false],
  [{ tags: { in: ['c', 'a'] } }, true],
  [{ year: { gte: 2024, lt: 2025 } }, true],
  [{ year: { gt: 2024 } }, false],
  [{ year: { lte: '2025' } }, false],
  [{ since: { gt: '2024-04-30' } }, true],
  [{ draft: false }, true],
  [{ none: null }, true],
  [{ none: { exists: true } }, false],
  [{ absent: { exists: false } }, true],
  [{ absent: { ne: 1 } }, true],
  [{ toString: { exists: true } }, false],
])('%o: %s', (filter, expected) => {
  expect(meetsFilter(metadata, filter)).toBe(expected);
});
