import { expect, test } from 'vitest';
import { encodeNumber } from '../encoding/encoder.ts';
import { rangeLimits } from './range-limits.ts';

const inputs = ['day', 'size'];
const ranges = inputs.map((column) => ({
  column,
  type: 'number' as const,
  min: 0,
  max: 100,
  median: 50,
  values: null,
}));
const encoders = inputs.map((name, input) => ({ input, slot: input, encoder: encodeNumber(name, input) }));

test('what lies beyond its range widens bounds and is named; a time that bounds grow with is named only', () => {
  const row = Float64Array.of(150, 50);
  const [plain, timed] = [[], [0]].map((slots) => rangeLimits(ranges, inputs, encoders, slots));
  expect(plain.widening(row, 0)).toBe(1.5);
  expect(timed.widening(row, 0)).toBe(1);
  expect(timed.widening(Float64Array.of(150, 300), 0)).toBe(3);
  expect(timed.findAll(row, 2, 1)).toEqual(new Map([[0, [0]]]));
});
