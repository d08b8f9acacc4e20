import { expect, test } from 'vitest';
import { createRandom } from '../random.ts';
import { chooseScale, fromScale, toScale } from './scale.ts';

const random = createRandom(3);
/** About normal: the sum of twelve uniform numbers. */
const draw = () => Array.from({ length: 12 }, random).reduce((sum, part) => sum + part, -6);
const drawAll = (value: () => number) => Float64Array.from({ length: 500 }, value);

test.each([
  ['normal', drawAll(() => 100 + draw()), undefined],
  ['uniform', drawAll(random), undefined],
  ['log-normal', drawAll(() => Math.exp(draw())), 'logarithm'],
  ['counts with zeros', drawAll(() => Math.floor(Math.exp(1.5 * draw()))), 'logarithm'],
  ['heavy tails on both sides', drawAll(() => draw() ** 5), 'tails'],
])('%s', (_name, values, kind) => {
  expect(chooseScale(values)?.kind).toBe(kind);
});

test.each([drawAll(() => Math.floor(Math.exp(draw()))), drawAll(() => draw() ** 5)])(
  'there and back again',
  (values) => {
    const scale = chooseScale(values);
    if (!scale) throw new Error('a scale was expected');
    for (const value of values) expect(fromScale(scale, toScale(scale, value))).toBeCloseTo(value, 6);
    expect(Number.isFinite(fromScale(scale, 1e9))).toBe(true);
  },
);
