import { expect, test } from 'vitest';
import { numberColumn, tableOf } from '../../test/tables.ts';
import { createRandom } from '../random.ts';
import { train } from '../train.ts';

const random = createRandom(9);
const least = Array.from({ length: 93 }, () => 8 + 30 * random());
const greatest = least.map((value) => value * (1 + 0.6 * random()));
const power = least.map((value) => 60 + 5 * value + 40 * random());
const table = (price: readonly number[]) =>
  tableOf([
    numberColumn('least price', least),
    numberColumn('greatest price', greatest),
    numberColumn('power', power),
    numberColumn('price', price),
  ]);
const request = { target: 'price', effort: 'quick', timeBudgetSeconds: 5 } as const;
const isOfPair = (warning: string) =>
  warning.includes('`least price` and `greatest price` together explain the target');

test('a price that is the middle of two others is warned of, one that only depends on them is not', async () => {
  const middle = least.map((value, row) => Math.round(5 * (value + greatest[row])) / 10);
  const { warnings } = (await train(table(middle), request)).description;
  expect(warnings.filter(isOfPair)).toHaveLength(1);
  const own = middle.map((value) => value * (0.8 + 0.4 * random()));
  expect((await train(table(own), request)).description.warnings.filter(isOfPair)).toEqual([]);
});
