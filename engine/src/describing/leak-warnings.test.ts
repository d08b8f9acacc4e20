import { expect, test } from 'vitest';
import type { Field } from '../columns/fields.ts';
import { plainProfile } from '../columns/profile.ts';
import { createRandom } from '../random.ts';
import { warnOfLeaks } from './leak-warnings.ts';
import { tellsOfLeak } from './tells-of-leak.ts';

const random = createRandom(9);
const least = Float64Array.from({ length: 93 }, () => 8 + 30 * random());
const greatest = least.map((value) => value * (1 + 0.6 * random()));
const power = least.map((value) => 60 + 5 * value + 120 * random());
const fields = Object.entries({ 'least price': least, 'greatest price': greatest, power }).map(
  ([name, values]): Field => ({ type: 'numeric', profile: plainProfile(name, 'number'), values }),
);
const warningsOf = (values: Float64Array) =>
  warnOfLeaks(fields, { task: 'regression', values, classCount: 0, loss: 'squared' }, 1);

test('a price that is the middle of two others is warned of, one that only depends on them is not', () => {
  const middle = least.map((value, row) => Math.round(5 * (value + greatest[row])) / 10);
  expect(warningsOf(middle)).toEqual([
    expect.stringContaining('`least price` and `greatest price` together explain the target'),
  ]);
  expect(warningsOf(middle.map((value) => value * (0.6 + 0.8 * random())))).toEqual([]);
});

test('a change is told by what was before and after, a sum and a product by what they are made of', () => {
  const [noise, count] = [0, 1].map(() => least.map(() => 1 + Math.floor(20 * random())));
  const named = (columns: Record<string, Float64Array>) =>
    Object.entries(columns).map(
      ([name, values]): Field => ({ type: 'numeric', profile: plainProfile(name, 'number'), values }),
    );
  const told = (columns: Record<string, Float64Array>, values: Float64Array) =>
    warnOfLeaks(named(columns), { task: 'regression', values, classCount: 0, loss: 'squared' }, 1).filter(tellsOfLeak);
  const before = least.map((value) => value + 60 * random());
  const after = before.map((value) => value + 6 * random() - 3);
  const change = after.map((value, row) => value - before[row]);
  const like = change.map((value) => value + random());
  expect(told({ noise, like, before, after }, change)).toEqual([
    expect.stringMatching(/^columns `(before|after)` and `(before|after)` together explain the target/),
  ]);
  const sum = noise.map((value, row) => value + count[row] + before[row]);
  expect(told({ noise, count, before, like }, sum)).toEqual([expect.stringContaining(', and `')]);
  const amount = count.map((value, row) => Math.round(100 * value * least[row]) / 100);
  expect(told({ noise, count, least, like }, amount)).toEqual([
    expect.stringMatching(/^columns `(count|least)` and `(count|least)` together/),
  ]);
  expect(
    told(
      { noise, count, before, like },
      sum.map((value) => value + 3 * random()),
    ),
  ).toEqual([]);
});

test('numbers as large as they may be hide no parts', () => {
  const huge = least.map((_, row) => (row % 2 ? 1e130 : -1e130) * random());
  const all = Object.entries({ huge, least, greatest }).map(
    ([name, values]): Field => ({ type: 'numeric', profile: plainProfile(name, 'number'), values }),
  );
  const values = least.map((value, row) => 1e97 * (value + greatest[row]));
  const warnings = warnOfLeaks(all, { task: 'regression', values, classCount: 0, loss: 'squared' }, 1);
  expect(warnings).toEqual([expect.stringContaining('`least` and `greatest` together explain the target')]);
});

test('columns that hold most of the target are told in one softer sentence, whether or not they leak', () => {
  const value = least.map((one) => one + 4 * random());
  expect(warningsOf(value)).toEqual([
    expect.stringMatching(/^`least price` \(9\d %\), .* each alone explain most of the target: fine if known/),
  ]);
  expect(warningsOf(value).some(tellsOfLeak)).toBe(false);
});

test('a class is told by a category of few values, and not by one that only tells rows apart', () => {
  const values = least.map((_, row) => row % 3);
  const code = (profile: string, of: (row: number) => number): Field => {
    const codes = Int32Array.from(least, (_, row) => of(row));
    return { type: 'text', profile: plainProfile(profile, 'category'), codes, texts: [], counts: [] };
  };
  const odd = (row: number) => (row % 10 === 0 ? (row % 7) % 3 : row % 3);
  const labels = { task: 'multiclass', values, classCount: 3, loss: 'log' } as const;
  expect(warnOfLeaks([code('genre', odd), code('title', (row) => row)], labels, 1)).toEqual([
    expect.stringMatching(/^`genre` \(8\d %\) alone explains most of the target/),
  ]);
});

test('a second column that gives the target away is named beside the first', () => {
  const values = least.map((_, row) => Number(row % 4 === 0));
  const fee = least.map((value, row) => (values[row] === 1 && row % 32 > 0 ? value : 0));
  const leaking = [values.slice(), fee].map(
    (cells, place): Field => ({
      type: 'numeric',
      profile: plainProfile(['status', 'fee'][place], 'number'),
      values: cells,
    }),
  );
  expect(warnOfLeaks(leaking, { task: 'binary', values, classCount: 2, loss: 'log' }, 1)).toEqual([
    expect.stringContaining('column `status` alone explains the target'),
    expect.stringMatching(/^`fee` \(\d\d %\) alone explains most of the target/),
  ]);
});

test('chance in few rows tells nothing of a target, nor does one row far out', () => {
  const some = least.subarray(0, 20);
  const of = (name: string, values: Float64Array): Field => ({
    type: 'numeric',
    profile: plainProfile(name, 'number'),
    values,
  });
  const coin = some.map(() => Number(random() < 0.5));
  const people = [of('height', some), of('weight', power.subarray(0, 20))];
  expect(warnOfLeaks(people, { task: 'binary', values: coin, classCount: 2, loss: 'log' }, 1)).toEqual([]);
  const payee = Int32Array.from(least, (_, row) => (row === 92 ? 9 : row % 9));
  const payees = {
    type: 'text',
    profile: plainProfile('payee', 'category'),
    codes: payee,
    texts: [],
    counts: [],
  } as const;
  const amounts = least.map((_, row) => (row === 92 ? 1e6 : random()));
  const balances = least.map((_, row) => (row === 92 ? 1e6 : random()));
  const labels = { task: 'regression', values: amounts, classCount: 0, loss: 'squared' } as const;
  expect(warnOfLeaks([payees, of('balance', balances)], labels, 1)).toEqual([]);
});
