import { expect, test } from 'vitest';
import { loadFittedModel } from '../composites/load-fitted-model.ts';
import { onScale } from '../composites/scaled.ts';
import type { Encoded } from '../encoding/frame.ts';
import type { Candidate, Split } from '../learners/contract.ts';
import { linearCandidate } from '../learners/linear/linear-candidate.ts';
import { SavedValue } from '../model-file/reader.ts';
import { TensorWriter } from '../model-file/tensors.ts';
import { rowNumbers } from '../random.ts';
import type { Labels } from '../target/labels.ts';
import { chooseScale } from '../target/scale.ts';
import { withJointTime } from './joint-time.ts';

const columns = ['Year', 'month', 'day'];
const days = Array.from({ length: 900 }, (_, day) => new Date(Date.UTC(2020, 0, 1 + day)));
const parts = [
  days.map((day) => day.getUTCFullYear()),
  days.map((day) => day.getUTCMonth() + 1),
  days.map((day) => day.getUTCDate()),
];
const encoded = {
  features: columns.map((name, input) => ({ name, input, categories: 0 })),
  columns: parts.map((part) => Float64Array.from(part)),
  encoders: [],
};

const values = Float64Array.from(days, (_, day) => Math.exp(day / 300));
const labels: Labels = { task: 'regression', values, classCount: 0, loss: 'squared' };
const ridge = linearCandidate('ridge', { knots: 0, maxColumns: 10 });

/** Returns the results of a wrapped candidate and the rows that it saw. */
async function run(candidate: Candidate) {
  let seen: Encoded | undefined;
  const watched: Candidate = {
    name: candidate.name,
    start() {
      const inner = candidate.start();
      const add = async (split: Split) => {
        seen = split.encoded;
        await inner.add(split);
      };
      return { add, result: () => inner.result() };
    },
  };
  const own = withJointTime(watched, columns).start();
  await own.add({
    encoded,
    labels,
    train: rowNumbers(600),
    validation: rowNumbers(900).slice(600),
    seed: 0,
    deadline: Number.POSITIVE_INFINITY,
    pause: async () => {},
  });
  return { seen, result: own.result() };
}

test('models see the day that three columns make together', async () => {
  const { seen } = await run(ridge);
  expect(seen?.features.map(({ name }) => name)).toEqual([...columns, 'Year, month, day (days)']);
  expect([...(seen?.columns[3] ?? [])]).toEqual(days.map((day) => day.getTime() / 86_400_000));
});

test('such a model is loaded as it was saved, on another scale too', async () => {
  const scale = chooseScale(values);
  if (!scale) throw new Error('no scale for a growth');
  const [model] = (await run(onScale(ridge, scale))).result.models;
  const tensors = new TensorWriter();
  const saved = new SavedValue(model.save(tensors), tensors.tensors);
  const asked = Float64Array.of(2022, 5, 3, 2022, Number.NaN, 3);
  const answers = [model, loadFittedModel(saved, 3, 1)].map((one) => {
    const out = new Float64Array(2);
    one.score(asked, 2, out);
    return [...out];
  });
  expect(answers[0]).toEqual(answers[1]);
});
