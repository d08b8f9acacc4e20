import { expect, test } from 'vitest';
import { isTypingErrorOf } from './typing-errors.ts';

test.each([
  ['averge', 'average'],
  ['neigborhood', 'neighborhood'],
  ['westbrea', 'westbrae'],
  ['expencive', 'expensive'],
  ['neighbourhod', 'neighborhood'],
])('forgives %s for %s', (typed, word) => expect(isTypingErrorOf(typed, word)).toBe(true));

test.each([
  ['horse', 'house'],
  ['pool', 'poor'],
  ['good', 'great'],
  ['verage', 'average'],
  ['parking', 'market'],
  ['boathouse', 'bathroom'],
])('does not take %s for %s', (typed, word) => expect(isTypingErrorOf(typed, word)).toBe(false));
