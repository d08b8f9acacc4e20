import { expect, test } from 'vitest';
import { loadModel } from '../../src/load.ts';
import { createRandom } from '../../src/random.ts';
import { train } from '../../src/train.ts';
import { numberColumn, tableOf } from '../tables.ts';

const random = createRandom(33);
const rowCount = 400;
const size = Array.from({ length: rowCount }, random);

async function boundsOf(target: readonly number[], asked: readonly number[] = size) {
  const model = await train(tableOf([numberColumn('size', size), numberColumn('target', target)]), {
    target: 'target',
    effort: 'quick',
    task: 'regression',
  });
  const rows = asked.map((value) => ({ size: value }));
  const { values, lower, upper, outOfRange } = loadModel(model.toBytes()).predict(rows, {}, [])!;
  return { values: [...values], lower: [...lower!], upper: [...upper!], outOfRange };
}

test('bounds of counts are whole and not below 0', async () => {
  const { values, lower, upper } = await boundsOf(size.map((value) => Math.floor(6 * value * random())));
  expect(Math.min(...lower, ...values)).toBeGreaterThanOrEqual(0);
  expect([...lower, ...upper].every(Number.isInteger)).toBe(true);
  for (const [row, value] of values.entries()) expect(lower[row] <= value && value <= upper[row]).toBe(true);
});

test('bounds of amounts that are mostly nothing are not below 0, those of shares not beyond 1', async () => {
  const amounts = await boundsOf(size.map((value) => (random() < 0.7 ? 0 : Math.exp(3 * value * random()))));
  expect(Math.min(...amounts.lower, ...amounts.values)).toBeGreaterThanOrEqual(0);
  const shares = await boundsOf(size.map((value) => Math.min(0.999, Math.max(0.001, value + 0.3 * random() - 0.15))));
  expect(Math.min(...shares.lower)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...shares.upper)).toBeLessThanOrEqual(1);
});

test('an input far outside training is said and widens the bounds, none within is', async () => {
  const { lower, upper, outOfRange } = await boundsOf(
    size.map((value) => 10 * value + random() - 20),
    [0.5, 1.05, 1, 4],
  );
  expect(outOfRange).toEqual(new Map([[3, [0]]]));
  expect(upper[3] - lower[3]).toBeGreaterThan(2 * (upper[2] - lower[2]));
});
