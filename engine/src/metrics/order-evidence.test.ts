import { expect, it } from 'vitest';
import { createRandom } from '../random.ts';
import type { Labels } from '../target/labels.ts';
import { orderEvidence } from './order-evidence.ts';

const numbers = (values: Float64Array): Labels => ({ values, classCount: 0, loss: 'squared' }) as Labels;
const rowsOf = (count: number) => Int32Array.from({ length: count }, (_, row) => row);
const zeros = (count: number) => new Float64Array(count);

it('finds the order of all rows beside one that outweighs them', () => {
  const values = Float64Array.from({ length: 100 }, (_, row) => (row === 7 ? 1e9 : row));
  const predicted = values.map((value) => (value === 1e9 ? -5 : value + 0.1));
  expect(orderEvidence(numbers(values), rowsOf(100), predicted, zeros(100))).toBeGreaterThan(10);
});

it('is seldom above three where there is nothing, and counts a row that is predicted twice once', () => {
  const random = createRandom(5);
  const draw = (count: number) => Float64Array.from({ length: count }, () => random());
  const found = Array.from({ length: 400 }, () => orderEvidence(numbers(draw(50)), rowsOf(50), draw(50), zeros(50)));
  expect(found.filter((one) => one > 2).length).toBeLessThan(25);
  expect(Math.max(...found)).toBeLessThan(4);
  const [truth, predicted] = [draw(50), draw(50)];
  const twice = Int32Array.from([...rowsOf(50), ...rowsOf(50)]);
  const once = orderEvidence(numbers(truth), rowsOf(50), predicted, zeros(50));
  const again = orderEvidence(numbers(truth), twice, Float64Array.from([...predicted, ...predicted]), zeros(100));
  expect(again).toBeCloseTo(once, 1);
});

it('takes rows of a group as one, and says nothing of few', () => {
  const values = Float64Array.from({ length: 40 }, (_, row) => row);
  const group = Int32Array.from({ length: 40 }, (_, row) => Math.floor(row / 10));
  const of = (some?: Int32Array) => orderEvidence(numbers(values), rowsOf(40), values, zeros(40), some);
  expect(of(group)).toBeLessThan(of() / 5);
  expect(of(group.map((one) => Math.min(one, 2)))).toBe(0);
  expect(orderEvidence(numbers(values), rowsOf(40), zeros(40), zeros(40))).toBe(0);
});
