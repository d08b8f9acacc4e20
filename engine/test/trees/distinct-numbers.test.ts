import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DistinctNumbers } from '../../src/trees/predict/distinct-numbers.ts';

test('numbers are distinct as a Set has them, and ascending', () => {
  const number = fc.oneof(fc.double({ noNaN: true }), fc.integer({ min: -3, max: 3 }), fc.constant(-0));
  const property = fc.property(fc.array(number, { maxLength: 300 }), (values) => {
    const distinct = new DistinctNumbers();
    const seen = new Set<number>();
    for (const value of values) {
      expect(distinct.add(value)).toBe(!seen.has(value));
      seen.add(value);
    }
    expect(distinct.sorted()).toEqual(Float64Array.from(seen).sort());
  });
  fc.assert(property, { numRuns: 200 });
});

test('thousands of numbers are held', () => {
  const distinct = new DistinctNumbers();
  for (let round = 0; round < 2; round++) for (let at = 0; at < 20_000; at++) distinct.add(at / 7);
  expect(distinct.sorted()).toEqual(Float64Array.from({ length: 20_000 }, (_, at) => at / 7));
});
