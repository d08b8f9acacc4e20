import { expect, test } from 'vitest';
import { createRandom, rowNumbers } from '../../random.ts';
import type { Split } from '../contract.ts';
import { boostingCandidate } from './boosting-candidate.ts';

const random = createRandom(31);
const rows = rowNumbers(300);
const columns = [0, 1, 2].map(() => Float64Array.from(rows, random));
const features = columns.map((_, input) => ({ name: `x${input}`, input, categories: 0 }));
const encoded = { features, columns, encoders: [] };
const values = Float64Array.from(rows, (row) => 3 * columns[0][row] + columns[1][row] * columns[2][row]);
const splits: Split[] = [0, 1, 2].map((splitIndex) => ({
  encoded,
  labels: { task: 'regression', values, classCount: 0, loss: 'squared' },
  train: rows.filter((row) => row % 3 !== splitIndex),
  validation: rows.filter((row) => row % 3 === splitIndex),
  seed: splitIndex,
  deadline: Number.POSITIVE_INFINITY,
  pause: async () => {},
}));
const settings = { rounds: 40, maxLeaves: 6, minRowsPerLeaf: 5, rowFraction: 0.8 };
const question = Float64Array.of(0.2, 0.5, 0.9);

async function settled(given: Parameters<typeof boostingCandidate>[1]) {
  const run = boostingCandidate('trees', given, 5).start();
  for (const split of splits) await run.add(split);
  return run.result();
}

test('the bag answers the mean of what the fits of the splits answer', async () => {
  const { bag, models } = await settled(settings);
  const out = new Float64Array(1);
  const answers = [...bag!(), ...models].map((model) => {
    model.score(question, 1, out);
    return out[0];
  });
  const [bagged, ...single] = answers;
  expect(bagged).toBeCloseTo(
    single.reduce((sum, answer) => sum + answer / single.length, 0),
    9,
  );
  expect(new Set(single).size).toBe(3);
});

test('a bag that could not answer in time has fewer fits', async () => {
  const costOf = ({ bag }: Awaited<ReturnType<typeof settled>>) => bag!().reduce((sum, { cost }) => sum + cost, 0);
  const all = costOf(await settled(settings));
  const most = (0.9 * all) / 1000;
  const some = costOf(await settled({ ...settings, answerMicroseconds: most }));
  expect(some).toBeLessThanOrEqual(1000 * most);
  expect(some).toBeGreaterThan(all / 2);
});

test.each([
  ['independent trees', { mode: 'forest', rounds: 5, maxLeaves: 8 }],
  ['a committee', { ...settings, committee: 2 }],
] as const)('%s are fitted on all rows instead', async (_, given) => {
  expect((await settled(given)).bag).toBeUndefined();
});
