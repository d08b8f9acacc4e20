import { expect, test } from 'vitest';
import { createRandom } from '../random.ts';
import { chooseBackground } from './background.ts';

const random = createRandom(31);
const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
const count = 2000;
const draws = [normal, random, () => Math.exp(normal()), () => Math.floor(5 * random()), random];
const width = draws.length;
const cells = Float64Array.from({ length: count * width }, (_, place) => draws[place % width]());
const rowsOf = (all: Float64Array) =>
  Array.from({ length: all.length / width }, (_, row) => all.subarray(row * width, (row + 1) * width));
const answers = Float64Array.from(rowsOf(cells), ([a, b, c, d, e]) => a ** 2 + 8 * (b - 0.5) ** 2 + c + d + e);
const mean = (values: Float64Array) => values.reduce((sum, value) => sum + value / values.length, 0);
const chosen = chooseBackground({ count, cells }, answers, Float64Array.of(mean(answers)));
const background = Float64Array.from([...chosen].flatMap((row) => [...rowsOf(cells)[row]]));

/** Terms that a model may have. The contribution of a term has the error of its mean over the background. */
const terms: Record<string, (row: Float64Array) => number> = {
  'a number': ([a]) => a,
  'its square': ([a]) => a ** 2,
  'a bend': ([, b]) => (b - 0.5) ** 2,
  'a step': ([, b]) => Number(b > 0.3),
  'a long tail': ([, , c]) => c,
  'a category': ([, , , d]) => Number(d === 3),
  'a product': ([, b, , , e]) => b * e,
};

test.each(Object.entries(terms))('the hundred rows have the mean of %s', (_, term) => {
  const values = Float64Array.from(rowsOf(cells), term);
  const own = Float64Array.from(rowsOf(background), term);
  const all = mean(values);
  const spread = Math.sqrt(mean(values.map((value) => (value - all) ** 2)));
  expect(Math.abs(mean(own) - all)).toBeLessThan(0.03 * spread);
});
