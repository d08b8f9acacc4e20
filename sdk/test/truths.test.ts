import { expect, it } from 'vitest';
import { addTruths } from '../src/truths.ts';

it('adds up truths that were sent in pieces, and keeps the classes that training never saw', () => {
  const known = { received: 3, joined: 2, waiting: 1 };
  const misspelt = { ...known, unseen_classes: { count: 2, examples: ['elefant'] } };
  const others = { ...known, unseen_classes: { count: 6, examples: ['a', 'elefant', 'b', 'c', 'd', 'e'] } };
  expect(addTruths(known, known)).toEqual({ received: 6, joined: 4, waiting: 2 });
  expect([known, misspelt, others].reduce(addTruths)).toEqual({
    received: 9,
    joined: 6,
    waiting: 3,
    unseen_classes: { count: 8, examples: ['elefant', 'a', 'b', 'c', 'd'] },
  });
});
