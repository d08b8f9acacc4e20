import { expect, test } from 'vitest';
import { readOtherwise } from '../src/tables/read-otherwise.ts';
import { words } from '../src/words/tables.ts';

test.each([
  [
    'Line 9 was left out: totals ("Sum 12"); set totals=keep to keep them as rows.',
    'Line 9 was left out: totals ("Sum 12").',
  ],
  ['Check whether rows are missing, and set totals=keep to keep them as rows.', 'Check whether rows are missing.'],
])('what reads a warning otherwise is a button, and no half of a sentence: %s', (detail, text) =>
  expect(readOtherwise(detail)).toEqual([text, 'totals=keep']),
);

test('blanks around a value are seen', () => {
  expect(words.valueOf(' VW Golf', 38)).toBe('“ VW Golf” (38)');
  expect(words.valueOf('VW Golf', 44)).toBe('VW Golf (44)');
});
