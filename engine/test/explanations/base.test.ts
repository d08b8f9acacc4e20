import { expect, test } from 'vitest';
import type { Model } from '../../src/model.ts';
import { createRandom, rowNumbers, shuffle } from '../../src/random.ts';
import { train } from '../../src/train.ts';
import { numberColumn, tableOf, textColumn } from '../tables.ts';

const random = createRandom(12);
const rowCount = 600;
const size = Array.from({ length: rowCount }, random);
const kind = size.map(() => ['plain', 'fine', 'rare'][Math.floor(2.2 * random())]);
/** A skewed table: the mean of sixteen of its rows is unreliable. */
const amount = size.map((value, row) => Math.exp(3 * value + (kind[row] === 'rare' ? 2 : 0) + 0.3 * random()));
const bought = amount.map((value) => (value + 8 * random() > 12 ? 'yes' : 'no'));
const cells = size.map((value, row) => ({ size: value, kind: kind[row] }));

async function trainShuffled(target: 'amount' | 'bought', seed: number, order: Int32Array): Promise<Model> {
  const pick = <T>(values: readonly T[]) => [...order].map((row) => values[row]);
  const known = { amount: numberColumn('amount', pick(amount)), bought: textColumn('bought', pick(bought)) };
  const table = tableOf([numberColumn('size', pick(size)), textColumn('kind', pick(kind)), known[target]]);
  return train(table, { target, seed, effort: 'quick' });
}

/** The base, and the mean prediction for all rows (for classes, the probability of the first). */
function baseAndMean(model: Model) {
  const { values, probabilities } = model.predict(cells, {}, [])!;
  const answers = probabilities ? values.map((_, row) => probabilities[2 * row]) : values;
  const mean = answers.reduce((sum, value) => sum + value, 0) / answers.length;
  const asked = cells.filter((_, row) => !probabilities || values[row] === 0).slice(0, 1);
  return { base: model.explain(asked, {}, [])!.base[0], mean };
}

test.each(['amount', 'bought'] as const)(
  'the base of %s is the mean prediction, by any seed and order',
  { tags: 'long' },
  async (target) => {
    for (const seed of [1, 2]) {
      const model = await trainShuffled(target, seed, shuffle(rowNumbers(rowCount), createRandom(seed)));
      const { base, mean } = baseAndMean(model);
      expect(Math.abs(base - mean)).toBeLessThan(0.01 * mean);
    }
  },
);

test('contributions of a sum are its terms less their means, and say no error', async () => {
  const left = size;
  const right = size.map(() => 2 * random());
  const sum = left.map((value, row) => 40 * value + 10 * right[row]);
  const table = tableOf([numberColumn('left', left), numberColumn('right', right), numberColumn('sum', sum)]);
  const model = await train(table, { target: 'sum', effort: 'quick' });
  const { contributions, errors } = model.explain([{ left: 0.9, right: 0.2 }], {}, [])!;
  const meanOf = (values: readonly number[]) => values.reduce((total, value) => total + value, 0) / values.length;
  const wanted = [40 * (0.9 - meanOf(left)), 10 * (0.2 - meanOf(right))];
  for (const [input, value] of wanted.entries()) expect(Math.abs(contributions[input] - value)).toBeLessThan(0.8);
  expect(errors.every((error) => error < 0.1)).toBe(true);
});
