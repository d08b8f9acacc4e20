import { expect, test } from 'vitest';
import { VisitLimit } from './visit-limit.ts';

test('lets so many messages a minute through to each chatbot, and says how long to wait', () => {
  const limit = new VisitLimit(2);
  expect([limit.take('a', 0), limit.take('a', 1000), limit.take('b', 1000)]).toEqual([undefined, undefined, undefined]);
  expect(limit.take('a', 20_000)).toBe(40);
  expect(limit.take('a', 60_000)).toBeUndefined();
});
