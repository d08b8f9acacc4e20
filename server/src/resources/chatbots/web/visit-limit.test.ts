import { expect, test } from 'vitest';
import { VisitLimit } from './visit-limit.ts';

test('lets so many messages a minute through, and says how long to wait', () => {
  const limit = new VisitLimit();
  const take = (key: string, now: number) => limit.take([{ key, most: 2 }], now)?.seconds;
  expect([take('a', 0), take('a', 1000), take('b', 1000)]).toEqual([undefined, undefined, undefined]);
  expect(take('a', 20_000)).toBe(40);
  expect(take('a', 60_000)).toBeUndefined();
});

test('a message that one share refuses is counted in none, so that one visitor leaves room for others', () => {
  const limit = new VisitLimit();
  const take = (visitor: string) =>
    limit.take([
      { key: visitor, most: 2 },
      { key: 'chatbot', most: 3 },
    ])?.share.key;
  expect([take('ann'), take('ann'), take('ann'), take('ann')]).toEqual([undefined, undefined, 'ann', 'ann']);
  expect([take('bob'), take('bob')]).toEqual([undefined, 'chatbot']);
});
