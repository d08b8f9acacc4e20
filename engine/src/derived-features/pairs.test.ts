import { expect, test } from 'vitest';
import { loadFittedModel } from '../composites/load-fitted-model.ts';
import { boostingCandidate } from '../learners/boosting/boosting-candidate.ts';
import { SavedValue } from '../model-file/reader.ts';
import { TensorWriter } from '../model-file/tensors.ts';
import { createRandom, rowNumbers } from '../random.ts';
import type { Labels } from '../target/labels.ts';
import { choosePairs } from './choose-pairs.ts';
import { fitStatistics, statisticsColumns } from './pair-statistics.ts';
import { withPairs } from './pairs.ts';

const random = createRandom(4);
const rowCount = 1200;
const rows = rowNumbers(rowCount);
const codes = [8, 8, 6].map((size) => Float64Array.from(rows, () => Math.floor(size * random())));
const features = [8, 8, 6].map((categories, input) => ({ name: `c${input}`, input, categories }));
const encoded = { features, columns: codes, encoders: [] };
const together = Float64Array.from(rows, (row) => ((codes[0][row] * 3 + codes[1][row] * 5) % 7) + random());
const apart = Float64Array.from(rows, (row) => codes[0][row] + 2 * codes[1][row] + random());
const noise = Float64Array.from(rows, random);
const labelsOf = (values: Float64Array): Labels => ({ task: 'regression', values, classCount: 0, loss: 'squared' });

test('pairs are chosen that tell more together, none for a sum of two columns nor for noise', () => {
  const chosen = [together, apart, noise].map((values) => choosePairs(encoded, labelsOf(values), rows, 1));
  expect(chosen.map((pairs) => pairs.map(({ first, second }) => [first, second]))).toEqual([[[0, 1]], [], []]);
});

test('a training row does not see its own target', () => {
  const labels = labelsOf(noise);
  const pair = { first: 0, second: 1, firstCodes: 8, secondCodes: 8 };
  const known = rows.slice(0, 1000);
  const statistics = fitStatistics(pair, codes, labels, known);
  const [column] = statisticsColumns(statistics, codes, labels, known, 1);
  const product = (set: Int32Array) => set.reduce((sum, row) => sum + (column[row] - 0.5) * (noise[row] - 0.5), 0);
  expect(product(known) / 1000).toBeLessThan(0.001);
});

test('a fit with pairs answers unseen and missing categories, and the same from what it saved', async () => {
  const split = {
    encoded,
    labels: labelsOf(together),
    train: rows.slice(0, 1000),
    validation: rows.slice(1000),
    seed: 0,
    deadline: Number.POSITIVE_INFINITY,
    pause: async () => {},
  };
  const run = withPairs(boostingCandidate('trees', { rounds: 60 }, 20)).start();
  await run.add(split);
  const { models, predictions, settings } = run.result();
  const tensors = new TensorWriter();
  const saved = new SavedValue(models[0].save(tensors), tensors.tensors);
  const asked = Float64Array.of(codes[0][1000], codes[1][1000], codes[2][1000], Number.NaN, 3, 99);
  const answers = [models[0], loadFittedModel(saved, 3, 1)].map((model) => {
    const out = new Float64Array(2);
    model.score(asked, 2, out);
    return [...out];
  });
  expect(settings.pairs).toEqual(['c0 x c1']);
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]).toEqual([predictions[0][0], expect.any(Number)]);
});

test('a bag of fits with pairs looks its pairs up itself', async () => {
  const run = withPairs(boostingCandidate('trees', { rounds: 60 }, 20)).start();
  const splits = [0, 1].map((splitIndex) => ({
    encoded,
    labels: labelsOf(together),
    train: rows.filter((row) => row % 2 !== splitIndex),
    validation: rows.filter((row) => row % 2 === splitIndex),
    seed: splitIndex,
    deadline: Number.POSITIVE_INFINITY,
    pause: async () => {},
  }));
  for (const split of splits) await run.add(split);
  const { bag, predictions } = run.result();
  const answers = bag!().map((model, splitIndex) => {
    const out = new Float64Array(1);
    const row = splits[splitIndex].validation[0];
    model.score(
      Float64Array.from(codes, (column) => column[row]),
      1,
      out,
    );
    return out[0];
  });
  expect(answers).toEqual(predictions.map(([first]) => expect.closeTo(first, 9)));
});
