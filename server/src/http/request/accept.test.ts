import { expect, test } from 'vitest';
import { preferredOf, takes } from './accept.ts';

test.each([
  ['*/*', true],
  ['application/json', true],
  ['APPLICATION/JSON; charset=utf-8', true],
  ['text/html, application/*;q=0.5', true],
  ['application/json;q=0', false],
  ['application/json; q=0.000', false],
  ['application/json;q=0, */*', false],
  ['application/json;q=0.1, application/*;q=0', true],
  ['application/xml', false],
  ['image/*', false],
  ['text/event-stream', false],
  ['', false],
])('Accept: %s', (accept, expected) => {
  expect(takes(accept, 'application/json')).toBe(expected);
});

test.each([
  ['*/*', 'application/json'],
  ['text/html', 'text/html'],
  ['text/html;q=0.5, application/json', 'application/json'],
  ['text/html;q=0.1, */*;q=0.5', 'application/json'],
  ['text/html, application/xhtml+xml, */*;q=0.8', 'text/html'],
  ['application/json, text/html', 'application/json'],
  ['text/html, application/json', 'text/html'],
  ['application/json;q=0.9, TEXT/HTML', 'text/html'],
])('of JSON and a page Accept: %s prefers %s', (accept, expected) => {
  expect(preferredOf(accept, ['application/json', 'text/html'])).toBe(expected);
});
