import { expect, test } from 'vitest';
import { gluedWords } from './glued-words.ts';

test.each([
  ['unitprice', ['unit', 'price']],
  ['orderdate', ['order', 'date']],
  ['birdstrikes', ['bird', 'strikes']],
])('%s is two words', (name, words) => expect(gluedWords(name)).toEqual(words));

test.each([
  'passenger',
  'weather',
  'income',
  'unit_price',
  'qzxwvbnm',
  'movies',
  'kundennr',
  'a'.repeat(25),
  'unitprice'.repeat(9),
])('%s is one', (name) => expect(gluedWords(name)).toBeUndefined());
