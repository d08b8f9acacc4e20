import { expect, test } from 'vitest';
import { createRandom } from '../../random.ts';
import { fittedEffects } from './fitted-effects.ts';

const width = 4;
/** The third input has two slots. */
const inputOf = Int32Array.of(0, 1, 2, 2);
const orders = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
];

test('contributions to effects of up to three inputs are the mean of what each adds in every order', () => {
  const random = createRandom(11);
  const draw = (count: number) =>
    Float64Array.from({ length: count * width }, () => (random() < 0.1 ? Number.NaN : Math.floor(4 * random())));
  const views = Array.from({ length: width }, (_, slot) => ({ slot, isExact: true, cuts: Float64Array.of(0, 1, 2) }));
  const terms = [[0], [3], [0, 1], [2, 3], [1, 3], [0, 1, 2]].map((own) => ({
    views: own,
    levels: new Map(Array.from({ length: 5 ** own.length }, (_, key) => [key, key])),
  }));
  const effects = terms.map(({ levels }) => Float64Array.from(levels, () => random() - 0.5));
  const fitted = fittedEffects([{ views, terms, effects, intercept: 3 }], width, 1);
  const [background, row] = [draw(20), draw(1)];
  const scored = new Float64Array(20);
  const meanWith = (known: ReadonlySet<number>) => {
    fitted.score(
      background.map((cell, at) => (known.has(inputOf[at % width]) ? row[at % width] : cell)),
      20,
      scored,
    );
    return scored.reduce((sum, score) => sum + score / 20, 0);
  };
  const expected = [0, 0, 0];
  for (const order of orders)
    for (const [step, input] of order.entries()) {
      const before = new Set(order.slice(0, step));
      expected[input] += (2 * (meanWith(new Set([...before, input])) - meanWith(before))) / orders.length;
    }
  const told = new Float64Array(4).fill(1);
  fitted.explainOver?.(background, inputOf)?.(row, 2, told, 1);
  for (const [input, share] of expected.entries()) expect(told[1 + input]).toBeCloseTo(1 + share, 10);
  expect(told[0]).toBe(1);
});
