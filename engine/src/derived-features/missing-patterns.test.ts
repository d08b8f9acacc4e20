import { expect, test } from 'vitest';
import { encodeNumber } from '../encoding/encoder.ts';
import { boostingCandidate } from '../learners/boosting/boosting-candidate.ts';
import { createRandom, rowNumbers } from '../random.ts';
import { areMissingPatternsTelling, withMissingPatterns } from './missing-patterns.ts';

const random = createRandom(8);
const rowCount = 800;
const rows = rowNumbers(rowCount);
const isGone = [0, 1, 2].map(() => Array.from(rows, () => random() < 0.5));
const columns = isGone.map((gone) => Float64Array.from(rows, (row) => (gone[row] ? Number.NaN : random())));
const features = columns.map((_, input) => ({ name: `x${input}`, input, categories: 0 }));
const encoders = features.map(({ name, input }) => ({ input, slot: input, encoder: encodeNumber(name, input) }));
const encoded = { features, columns, encoders };
const labelsOf = (values: Float64Array) => ({ task: 'regression', values, classCount: 0, loss: 'squared' }) as const;
/** Whether exactly one of two is missing, which no column shows alone. */
const odd = Float64Array.from(rows, (row) => (isGone[0][row] !== isGone[1][row] ? 1 : 0) + 0.2 * random());

test('patterns tell where the target goes by them, not where it is chance', () => {
  const telling = [odd, odd.map(random)].map((values) => areMissingPatternsTelling(encoded, labelsOf(values), rows, 0));
  expect(telling).toEqual([true, false]);
});

test('trees of two leaves learn by patterns what they could not by columns', async () => {
  const small = boostingCandidate('trees', { rounds: 5, maxLeaves: 2, learningRate: 1 }, 0);
  const errors = await Promise.all(
    [small, withMissingPatterns(small)].map(async (candidate) => {
      const run = candidate.start();
      const [train, validation] = [rows.slice(0, 600), rows.slice(600)];
      const circumstances = { seed: 0, deadline: Number.POSITIVE_INFINITY, pause: async () => {} };
      await run.add({ encoded, labels: labelsOf(odd), train, validation, ...circumstances });
      const [predicted] = run.result().predictions;
      return (
        predicted.reduce((sum, value, index) => sum + (value - odd[validation[index]]) ** 2, 0) / validation.length
      );
    }),
  );
  expect(errors[1]).toBeLessThan(0.1 * errors[0]);
});
