import { expect, test } from 'vitest';
import { takes } from './accept.ts';

test.each([
  ['*/*', true],
  ['application/json', true],
  ['APPLICATION/JSON; charset=utf-8', true],
  ['text/html, application/*;q=0.5', true],
  ['application/json;q=0', false],
  ['application/json; q=0.000', false],
  ['application/xml', false],
  ['image/*', false],
  ['text/event-stream', false],
  ['', false],
])('Accept: %s', (accept, expected) => {
  expect(takes(accept, 'application/json')).toBe(expected);
});
