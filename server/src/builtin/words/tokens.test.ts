import { expect, test } from 'vitest';
import { english } from './english.ts';
import { tokenize, wordsOfName } from './tokens.ts';

const questions: [question: string, tokens: string][] = [
  ['How many 3-room homes?', 'how|many|3|room|homes'],
  ['Isn’t it $2,500.50?', 'is|not|it|$|2,500.50'],
  ['south_side or northBerkeley', 'south|side|or|north|berkeley'],
  ['500-700 sqft, 800sqft', '500|-|700|sqft|,|800|sqft'],
  ["what's the landlord's name", 'what|is|the|landlord|name'],
  ['since 2024-05-17', 'since|2024-05-17'],
  ['named "Blue Sky; DROP"', 'named|Blue Sky; DROP'],
  ['price >= 3k', 'price|>=|3'],
  ['   ', ''],
];

test.each(questions)('reads %s', (question, expected) => {
  const tokens = tokenize(question, english.rewrites).map(({ text }) => text);
  expect(tokens.join('|')).toBe(expected);
});

test('reads numbers with their separators and multiples', () => {
  expect(tokenize('2,500.5 and 3k and 1.5m').flatMap(({ value }) => value ?? [])).toEqual([2500.5, 3000, 1_500_000]);
});

test('knows what a hyphen ties', () => {
  expect(tokenize('rent of 1-room homes').map(({ joined }) => joined)).toEqual([false, false, false, true, false]);
});

test('parts names as people write them', () => {
  expect(wordsOfName('rentalPrice_perSqft-2')).toEqual(['rental', 'price', 'per', 'sqft', '2']);
});
