import { expect, test } from 'vitest';
import { createRandom } from '../random.ts';
import { bringInto, findSupport, limitBounds, type Support } from './support.ts';

const random = createRandom(8);
const draw = (value: (index: number) => number) => Float64Array.from({ length: 400 }, (_, index) => value(index));
/** Poisson with mean 2, by multiplied uniform numbers. */
const count = () => {
  let events = -1;
  for (let product = 1; product > Math.exp(-2); events++) product *= random();
  return events;
};
const none = { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY, isWhole: false };
const rounded = { resolution: expect.closeTo(0, 9) };

test.each<[string, Float64Array, Partial<Support>]>([
  ['temperatures', draw(() => 20 * random() - 5), {}],
  ['amounts', draw(() => Math.exp(random())), { low: 0 }],
  ['amounts, most of them nothing', draw(() => (random() < 0.7 ? 0 : Math.exp(random()))), { low: 0 }],
  ['debts', draw(() => -Math.exp(random())), { high: 0 }],
  ['counts', draw(count), { low: 0, isWhole: true }],
  ['shares', draw(random), { low: 0, high: 1 }],
  ['capped values', draw(() => Math.min(5, 1 + 5 * random())), { low: 0, high: 5 }],
  ['values with a floor', draw(() => Math.max(2, 5 * random())), { low: 2 }],
  ['ratings from 1 to 5', draw(() => 1 + Math.floor(5 * random())), { low: 1, high: 5, isWhole: true }],
  ['a dozen amounts', draw(random).subarray(0, 12), {}],
])('%s', (_, values, support) => {
  expect(findSupport(values)).toEqual({ ...none, ...rounded, ...support });
});

test('bounds of counts are whole, hold their prediction and the same counts as before', () => {
  const support = { low: 0, high: Number.POSITIVE_INFINITY, isWhole: true, resolution: 0 };
  const limited = (prediction: number, lower: number, upper: number) => {
    const bounds = { lower, upper };
    limitBounds(support, prediction, bounds);
    return [bounds.lower, bounds.upper];
  };
  expect(limited(2.3, -1.4, 4.8)).toEqual([0, 4]);
  expect(limited(2.3, 1.2, 2.9)).toEqual([2, 3]);
  expect(limited(3, 3, 3)).toEqual([3, 3]);
  // What lies beside the support keeps half of its width: a single 0 would be sure of what was least foreseen.
  expect(limited(0, -30, -1)).toEqual([0, 14]);
  expect(limited(0, Number.NEGATIVE_INFINITY, -1)).toEqual([0, 0]);
  expect(bringInto(support, -0.2)).toBe(0);
  const debts = { lower: 2, upper: 12 };
  limitBounds({ ...support, low: Number.NEGATIVE_INFINITY, high: 0, isWhole: false }, 0, debts);
  expect(debts).toEqual({ lower: -5, upper: 0 });
});
