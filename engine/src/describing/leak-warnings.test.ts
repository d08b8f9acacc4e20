import { expect, test } from 'vitest';
import type { Field } from '../columns/fields.ts';
import { plainProfile } from '../columns/profile.ts';
import { createRandom } from '../random.ts';
import { warnOfLeaks } from './leak-warnings.ts';

const random = createRandom(9);
const least = Float64Array.from({ length: 93 }, () => 8 + 30 * random());
const greatest = least.map((value) => value * (1 + 0.6 * random()));
const power = least.map((value) => 60 + 5 * value + 40 * random());
const fields = Object.entries({ 'least price': least, 'greatest price': greatest, power }).map(
  ([name, values]): Field => ({ type: 'numeric', profile: plainProfile(name, 'number'), values }),
);
const warningsOf = (values: Float64Array) =>
  warnOfLeaks(fields, { task: 'regression', values, classCount: 0, loss: 'squared' }, 1);

test('a price that is the middle of two others is warned of, one that only depends on them is not', () => {
  const middle = least.map((value, row) => Math.round(5 * (value + greatest[row])) / 10);
  expect(warningsOf(middle)).toEqual([
    expect.stringContaining('`least price` and `greatest price` together explain the target'),
  ]);
  expect(warningsOf(middle.map((value) => value * (0.8 + 0.4 * random())))).toEqual([]);
});
