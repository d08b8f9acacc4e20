import { expect, test } from 'vitest';
import { relatedWords } from './wordnet.ts';

test.each([
  ['luggage', 'baggage'],
  ['rainy', 'rain'],
  ['heavy', 'weight'],
  ['sue', 'litigation'],
  ['kids', 'child'],
  ['japanese', 'japan'],
])('%s is related to %s', (word, other) => {
  expect(relatedWords(word).map(({ words }) => words)).toContain(other);
});

test.each(['', 'zzzz', 'constructor2', '  ', 'a', '~', 'zyzzyva'])('finds nothing wrong for %j', (word) => {
  expect(relatedWords(word)).toBeInstanceOf(Array);
});
