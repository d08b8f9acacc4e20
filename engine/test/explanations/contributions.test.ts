import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainProfile } from '../../src/columns/profile.ts';
import { encodeNumber } from '../../src/encoding/encoder.ts';
import { boostingCandidate } from '../../src/learners/boosting/boosting-candidate.ts';
import type { Model } from '../../src/model.ts';
import { createModel } from '../../src/prediction/trained-model.ts';
import { createRandom } from '../../src/random.ts';
import { train } from '../../src/train.ts';
import { numberColumn, tableOf, textColumn } from '../tables.ts';

const random = createRandom(6);
const rowCount = 200;
const x = Array.from({ length: rowCount }, () => (random() < 0.1 ? Number.NaN : Math.floor(random() * 40)));
const place = x.map(() => ['north', 'south', 'east'][Math.floor(random() * 3)]);
const y = x.map((value, row) => (value || 7) ** 2 + (place[row] === 'east' ? 90 : 0) + 5 * random());
const label = y.map((value) => (value < 200 ? 'low' : value < 700 ? 'middle' : 'high'));

const rows = fc.array(
  fc.record(
    {
      x: fc.oneof(fc.integer({ min: -10, max: 60 }), fc.constant(null)),
      place: fc.constantFrom('north', 'east', 'moon', null),
    },
    { requiredKeys: [] },
  ),
  { minLength: 1, maxLength: 5 },
);

/** Whether base and contributions (without NaN) add up to the answer, or to the probability of the predicted class. */
function expectToAddUp(model: Model, asked: Record<string, unknown>[]): void {
  const { values, probabilities } = model.predict(asked, {}, [])!;
  const { base, contributions } = model.explain(asked, {}, [])!;
  const width = model.description.inputs.length;
  for (const [row, value] of values.entries()) {
    const answer = probabilities ? probabilities[(row * probabilities.length) / values.length + value] : value;
    const parts = contributions.subarray(row * width, (row + 1) * width);
    const sum = parts.filter((part) => !Number.isNaN(part)).reduce((total, part) => total + part, base[row]);
    expect(Math.abs(sum - answer)).toBeLessThan(1e-6 * Math.max(1, Math.abs(answer)));
  }
}

test.each([
  ['an ensemble of a number', numberColumn('y', y)],
  ['an ensemble of classes', textColumn('y', label)],
])('%s: contributions add up', { tags: 'long' }, async (_, target) => {
  const table = tableOf([numberColumn('x', x), textColumn('place', place), target]);
  const model = await train(table, { target: 'y', effort: 'quick' });
  fc.assert(
    fc.property(rows, (asked) => expectToAddUp(model, asked)),
    { numRuns: 10 },
  );
});

/** A model of one boosted forest of two columns, made without the search. */
async function trainTrees(): Promise<Model> {
  const columns = [Float64Array.from(x), Float64Array.from(x, random)];
  const features = ['x', 'noise'].map((name, input) => ({ name, input, categories: 0 }));
  const values = Float64Array.from(y);
  const labels = { task: 'regression', values, classCount: 0, loss: 'squared' } as const;
  const split = {
    encoded: { features, columns, encoders: [] },
    labels,
    train: Int32Array.from(y.keys()).filter((row) => row % 4 > 0),
    validation: Int32Array.from(y.keys()).filter((row) => row % 4 === 0),
    seed: 0,
    deadline: Number.POSITIVE_INFINITY,
    pause: async () => {},
  };
  const run = boostingCandidate('trees', { rounds: 60 }, 20).start();
  await run.add(split);
  const { description } = await train(
    tableOf([numberColumn('x', x), numberColumn('noise', columns[1]), numberColumn('y', y)]),
    {
      target: 'y',
      effort: 'quick',
    },
  );
  const profile = (name: string) => plainProfile(name, 'number');
  return createModel({
    description,
    profiles: features.map(({ name }) => profile(name)),
    encoders: features.map(({ name }, input) => ({ input, slot: input, encoder: encodeNumber(name, input) })),
    featureCount: 2,
    targetProfile: profile('y'),
    reference: { count: rowCount, cells: Float64Array.from(x.flatMap((value, row) => [value, columns[1][row]])) },
    members: [{ weight: 1, model: run.result().models[0] }],
    incomplete: null,
    finish: { kind: 'none' },
  });
}

test('trees alone are explained exactly: a column that they hardly use adds hardly anything, the same base every time', async () => {
  const model = await trainTrees();
  const asked = [{ x: 3, noise: 0.5 }, { x: 38, noise: 0.5 }, {}];
  expectToAddUp(model, asked);
  const { base, contributions } = model.explain(asked, {}, [])!;
  expect(new Set(base).size).toBe(1);
  expect(base[0]).toBeCloseTo(y.reduce((sum, value) => sum + value, 0) / rowCount, -2);
  expect(contributions[2]).toBeGreaterThan(20 * Math.abs(contributions[3]));
});
