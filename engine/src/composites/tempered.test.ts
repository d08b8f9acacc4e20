import { expect, test } from 'vitest';
import type { Candidate, Split } from '../learners/contract.ts';
import { tempered } from './tempered.ts';

const rows = 200;
const split = {
  labels: {
    task: 'binary',
    values: Float64Array.from({ length: rows }, (_, row) => Number(row % 10 < 7)),
    classCount: 2,
    loss: 'log',
  },
  train: Int32Array.from({ length: rows }, (_, row) => row),
  validation: Int32Array.from({ length: rows }, (_, row) => row),
} as unknown as Split;

/** Says that every row is of the second class for sure, which is right for seven of ten. */
const boaster: Candidate = {
  name: 'boaster',
  start: () => ({
    add: async () => {},
    result: () => ({
      predictions: [Float64Array.from({ length: 2 * rows }, (_, place) => place % 2)],
      models: [],
      settings: {},
      refit: async () => ({ cost: 0, score: (_rows, count, out) => out.set([0, 1], 2 * count - 2), save: () => ({}) }),
    }),
  }),
};

test('shares that say too much are drawn towards the shares of all rows', async () => {
  const run = tempered(boaster).start();
  await run.add(split);
  const { predictions, refit } = run.result();
  expect(predictions[0][1]).toBeLessThan(0.99);
  expect(predictions[0][0] + predictions[0][1]).toBeCloseTo(1, 12);
  const out = new Float64Array(2);
  (await refit(split)).score(new Float64Array(1), 1, out);
  expect([...out]).toEqual([...predictions[0].subarray(0, 2)]);
});
