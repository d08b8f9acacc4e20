import { expect, test } from 'vitest';
import { createRandom } from '../random.ts';
import { createReachReader, keepReaches } from './pattern-reach.ts';

const random = createRandom(3);

test('each coverage has its own factor, from rows with the same unknown inputs', () => {
  // Rows without the second input have errors of another size and shape.
  const rows = Array.from({ length: 5000 }, (_, row) => ({ unknown: [row % 2], size: random() }));
  const reaches = Float64Array.from(rows, ({ unknown, size }) => (unknown[0] === 1 ? 3 * size ** 4 : size));
  const read = createReachReader(
    keepReaches(reaches, 2, (row) => rows[row].unknown),
    Float64Array.of(1, 1),
  );
  for (const coverage of [0.5, 0.8, 0.9, 0.95]) {
    expect(Math.abs(read([0], coverage)! - coverage)).toBeLessThan(0.09);
    expect(Math.abs(read([1], coverage)! - 3 * coverage ** 4)).toBeLessThan(0.6);
  }
  expect(read([1], 0.5)).toBeLessThan(0.4);
  expect(read([0], 0.9999)).toBeUndefined();
});
