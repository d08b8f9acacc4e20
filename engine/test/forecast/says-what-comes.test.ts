import { expect, test } from 'vitest';
import { createRandom } from '../../src/random.ts';
import { train } from '../../src/train.ts';
import { numberColumn, tableOf } from '../tables.ts';

const [known, horizon, draws, futures] = [120, 12, 10, 200];

type Law = (time: number, noise: number) => number;

/** Forecasts of draws of a law, beside many ways in which each may go on. */
async function forecastAll(law: Law) {
  return Promise.all(
    Array.from({ length: draws }, async (_, seed) => {
      const random = createRandom(100 + seed);
      const noise = () => Array.from({ length: 12 }, random).reduce((sum, part) => sum + part, -6);
      const values = Float64Array.from({ length: known }, (__, time) => law(time, noise()));
      const times = values.map((__, time) => Date.UTC(2000, time, 1));
      const table = tableOf([{ name: 'time', type: 'time', values: times }, numberColumn('value', values)]);
      const model = await train(table, { target: 'value', orderBy: 'time', horizon });
      const { values: path, lower, upper } = model.predict([{}], { quantile: 0.9 }, [])!;
      let [inside, error] = [0, 0];
      for (let place = 0; place < futures * horizon; place++) {
        const step = place % horizon;
        const value = law(known + step, noise());
        inside += Number(value >= lower![step] && value <= upper![step]) / (futures * horizon);
        error += Math.abs(value - path[step]) / (futures * horizon);
      }
      const { accuracies, standardErrors, warnings } = model.description;
      const isTold = Math.abs(accuracies.mae - error) <= 2 * standardErrors!.mae;
      return { inside, isTold, isWarned: warnings.some((warning) => warning.includes('something changed recently')) };
    }),
  );
}

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

test('the error of a series that grows is said as it is at the level of today', async () => {
  const told = await forecastAll((time, noise) =>
    Math.exp(3 + 0.012 * time + 0.35 * Math.sin((Math.PI * time) / 6) + 0.15 * noise),
  );
  expect(told.filter(({ isTold }) => isTold).length).toBeGreaterThanOrEqual(draws - 2);
});

test('of a line under noise, two standard errors of few windows that overlap hold the error', async () => {
  const told = await forecastAll((time, noise) => 20 + 0.5 * time + 4 * noise);
  expect(told.filter(({ isTold }) => isTold).length).toBeGreaterThanOrEqual(draws - 1);
});

test('after a trend that began lately a warning tells of it, and bounds are wider', async () => {
  const told = await forecastAll((time, noise) => 50 + 1.5 * Math.max(0, time - 104) + 4 * noise);
  expect(told.filter(({ isWarned }) => isWarned).length).toBeGreaterThanOrEqual(draws - 1);
  expect(told.filter(({ isTold }) => isTold).length).toBeGreaterThanOrEqual(draws - 2);
  expect(meanOf(told.map(({ inside }) => inside))).toBeGreaterThan(0.6);
});
