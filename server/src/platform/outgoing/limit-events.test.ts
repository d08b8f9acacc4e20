import { expect, it } from 'vitest';
import { countEvents } from './limit-events.ts';

const kib = (count: number) => Buffer.alloc(count * 1024, 'x');

it.each(['\n\n', '\r\n\r\n', '\r\r'])('takes any number of events that end by %j', (end) => {
  const count = countEvents();
  for (let at = 0; at < 4; at += 1) {
    expect(count(kib(700))).toBeUndefined();
    for (const byte of end) expect(count(Buffer.from(byte))).toBeUndefined();
  }
});

it('refuses an event without an end, in however many lines', () => {
  const count = countEvents();
  const counted = Array.from({ length: 300 }, () => count(Buffer.concat([kib(4), Buffer.from('\n')])));
  expect(counted[0]).toBeUndefined();
  expect(counted.at(-1)).toBe(1024 * 1024);
});
