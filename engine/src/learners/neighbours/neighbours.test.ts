import { expect, test } from 'vitest';
import { createRandom, rowNumbers } from '../../random.ts';
import { neighbourCandidate } from './neighbour-candidate.ts';

const random = createRandom(12);
const columns = Array.from({ length: 4 }, () => Float64Array.from({ length: 300 }, random));
const features = columns.map((_, input) => ({ name: `x${input}`, input, categories: 0 }));
const rows = rowNumbers(300);

async function fit(values: Float64Array, classCount: number) {
  const run = neighbourCandidate('nearest neighbours').start();
  await run.add({
    encoded: { features, columns, encoders: [] },
    labels: {
      task: classCount === 0 ? 'regression' : 'binary',
      values,
      classCount,
      loss: classCount === 0 ? 'squared' : 'log',
    },
    train: rows.subarray(0, 240),
    validation: rows.subarray(240),
    seed: 0,
    deadline: Number.POSITIVE_INFINITY,
    pause: async () => {},
  });
  return run.result();
}

test('a number follows its neighbours, columns that say nothing hardly in the way', async () => {
  const truth = columns[0].map((value, row) => 10 * value + 5 * Math.sin(6 * columns[1][row]));
  const { predictions } = await fit(truth, 0);
  const errors = Array.from(predictions[0], (value, index) => Math.abs(value - truth[240 + index]));
  expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThan(1.2);
});

test('classes are shares that sum to 1, and never quite sure', async () => {
  const truth = columns[0].map((value, row) => Number(value > columns[1][row]));
  const { predictions, models } = await fit(truth, 2);
  const right = truth.subarray(240).filter((label, index) => predictions[0][index * 2 + label] > 0.5).length;
  expect(right).toBeGreaterThan(52);
  for (let index = 0; index < 60; index++) {
    expect(predictions[0][index * 2] + predictions[0][index * 2 + 1]).toBeCloseTo(1, 12);
    expect(predictions[0][index * 2]).toBeGreaterThan(0);
  }
  const out = new Float64Array(2);
  models[0].score(
    Float64Array.from(columns, (column) => column[250]),
    1,
    out,
  );
  expect([...out]).toEqual([...predictions[0].subarray(20, 22)]);
});
