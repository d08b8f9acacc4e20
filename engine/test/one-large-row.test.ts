import { expect, it } from 'vitest';
import { createRandom } from '../src/random.ts';
import { train } from '../src/train.ts';
import { numberColumn, tableOf } from './tables.ts';

/** Amounts that differ by their powers of ten, of which one makes up nearly all of the variance. */
function drawAmounts(count: number, slope: number) {
  const random = createRandom(11);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const x = Array.from({ length: count }, () => Math.exp(8.5 + 1.6 * normal()));
  x[0] = 2.8e6;
  const other = x.map(() => Math.exp(8.5 + 1.6 * normal()));
  const y = (slope > 0 ? x : x.map(() => Math.exp(8.5 + 1.6 * normal()))).map((value) => value * (1 + 0.02 * normal()));
  return tableOf([numberColumn('x', x), numberColumn('z', other), numberColumn('y', y)]);
}

const isNoBetter = (warning: string) =>
  warning.startsWith('the model is not significantly better than always predicting the mean');

it('learns what all rows say beside one that makes up the losses', async () => {
  const model = await train(drawAmounts(300, 1), { target: 'y', effort: 'quick', seed: 1 });
  expect(model.description.warnings.filter(isNoBetter)).toEqual([]);
  const asked = [500, 5000, 50_000];
  const { values } = model.predict(
    asked.map((x) => ({ x, z: 5000 })),
    { quantile: 0.9 },
    [],
  )!;
  for (const [place, x] of asked.entries()) expect(Math.abs(values[place] - x)).toBeLessThan(400 + 0.05 * x);
});

it('still says that nothing is learned where nothing can be', async () => {
  const model = await train(drawAmounts(300, 0), { target: 'y', effort: 'quick', seed: 1 });
  expect(model.description.warnings.filter(isNoBetter)).toHaveLength(1);
});
