import { expect, it } from 'vitest';
import { CountMarks } from './count-marks.ts';

it.each([1, 2, 3, 5, 7, 100])('counts each mark once in pieces of %i bytes', (length) => {
  const bytes = Buffer.from('\r\n--x--x\r\n--x\r\r\n--x a\r\n-- x\r\n--x');
  const marks = new CountMarks('\r\n--x');
  let count = 0;
  for (let at = 0; at < bytes.length; at += length) count = marks.add(bytes.subarray(at, at + length));
  expect(count).toBe(4);
});
