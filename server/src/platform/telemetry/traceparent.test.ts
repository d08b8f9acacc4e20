import { expect, test } from 'vitest';
import { readTraceparent, writeTraceparent } from './traceparent.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const spanId = '00f067aa0ba902b7';

test.each([
  ['as it is written', `00-${traceId}-${spanId}-01`, 1],
  ['with flags of later versions', `00-${traceId}-${spanId}-fe`, 0],
  ['of a later version, which says more', `cc-${traceId}-${spanId}-01-more`, 1],
])('reads one %s', (_name, header, traceFlags) => {
  expect(readTraceparent(header)).toEqual({ traceId, spanId, traceFlags, isRemote: true });
});

test.each([
  ['no version', `${traceId}-${spanId}-01`],
  ['a forbidden version', `ff-${traceId}-${spanId}-01`],
  ['capitals', `00-${traceId.toUpperCase()}-${spanId}-01`],
  ['a trace of zeros', `00-${'0'.repeat(32)}-${spanId}-01`],
  ['a span of zeros', `00-${traceId}-${'0'.repeat(16)}-01`],
  ['more than its version has', `00-${traceId}-${spanId}-01-more`],
  ['a line break behind it', `00-${traceId}-${spanId}-01\n`],
])('takes %s for none', (_name, header) => {
  expect(readTraceparent(header)).toBeUndefined();
});

test('writes what it reads', () => {
  const header = `00-${traceId}-${spanId}-01`;
  expect(writeTraceparent(readTraceparent(header)!)).toBe(header);
});
