import { expect, test } from 'vitest';
import { createRandom, rowNumbers } from '../../random.ts';
import type { Split } from '../contract.ts';
import { networkCandidate } from './network-candidate.ts';

const random = createRandom(32);
const rows = rowNumbers(200);
const columns = [0, 1].map(() => Float64Array.from(rows, random));
const features = columns.map((_, input) => ({ name: `x${input}`, input, categories: 0 }));
const settings = { cycles: [5, 10, 20, 40, 80], batch: 8, learningRate: 1e-2, decay: 0, committee: 2 };

async function settle(values: Float64Array) {
  const run = networkCandidate('network', settings).start();
  for (const splitIndex of [0, 1])
    await run.add({
      encoded: { features, columns, encoders: [] },
      labels: { task: 'regression', values, classCount: 0, loss: 'squared' },
      train: rows.filter((row) => row % 2 !== splitIndex),
      validation: rows.filter((row) => row % 2 === splitIndex),
      seed: splitIndex,
      deadline: Number.POSITIVE_INFINITY,
      pause: async () => {},
    } satisfies Split);
  return run.result();
}

test('noise is gone through less often than a rule', async () => {
  const noise = await settle(Float64Array.from(rows, random));
  const rule = await settle(Float64Array.from(rows, (row) => Math.sin(9 * columns[0][row]) * columns[1][row]));
  const [few, many] = [noise, rule].map(({ settings: { cycles } }) => (cycles as number[]).length);
  expect(few).toBeLessThan(many);
});

test('the bag answers the mean of what the networks of the splits answer', async () => {
  const { bag, models } = await settle(Float64Array.from(rows, (row) => columns[0][row]));
  const out = new Float64Array(1);
  const [bagged, first, second] = [...bag!(), ...models].map((model) => {
    model.score(Float64Array.of(0.3, 0.6), 1, out);
    return out[0];
  });
  expect(bagged).toBeCloseTo((first + second) / 2, 9);
  expect(first).not.toBe(second);
});
