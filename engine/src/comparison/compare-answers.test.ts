import { expect, it } from 'vitest';
import { createRandom } from '../random.ts';
import { compareAnswers } from './compare-answers.ts';

const own = (count: number) => Int32Array.from({ length: count }, (_, row) => row);
const numbers = (truth: Float64Array, answers: Float64Array) => ({
  answered: { truth, answers, chances: null },
  classes: null,
});

/** Two models whose errors are alike but for a `shift` of the second, on rows that are hard for both. */
function tryPair(random: () => number, count: number, shift: number) {
  const truth = Float64Array.from({ length: count }, () => 100 * random());
  const hard = truth.map(() => 20 * (random() - 0.5));
  const one = truth.map((value, row) => value + hard[row] + random() - 0.5);
  const other = truth.map((value, row) => value + hard[row] + shift + random() - 0.5);
  return compareAnswers(numbers(truth, one), numbers(truth, other), own(count))!;
}

it('calls one of two equal models better in few of 100 tries, and the better one when it is', () => {
  const random = createRandom(3);
  const tries = Array.from({ length: 100 }, () => tryPair(random, 300, 0));
  expect(tries.filter(({ figures }) => figures[1].better !== null).length).toBeLessThanOrEqual(8);
  const { rows, figures } = tryPair(random, 300, 5);
  expect([rows, figures.map(({ metric, better }) => [metric, better])]).toEqual([
    300,
    [
      ['r2_score', 'this'],
      ['rmse', 'this'],
      ['mae', 'this'],
    ],
  ]);
});

it('pairs classes by their labels, also where one model does not know them all', () => {
  const truth = Float64Array.from({ length: 90 }, (_, row) => row % 3);
  const three = { answered: { truth, answers: truth, chances: truth.map(() => 0.9) }, classes: ['a', 'b', 'c'] };
  const known = truth.map((label) => (label === 0 ? -1 : 2 - label));
  const two = {
    answered: { truth: known, answers: known.map((label) => Math.max(0, label)), chances: known.map(() => 0.5) },
    classes: ['c', 'b'],
  };
  const compared = compareAnswers(three, two, own(90))!;
  const figure = (name: string) => compared.figures.find(({ metric }) => metric === name)!;
  expect(figure('accuracy')).toMatchObject({ value: 1, better: 'this' });
  expect(figure('accuracy').other).toBeCloseTo(2 / 3, 12);
  expect(figure('log_loss').value).toBeCloseTo(-Math.log(0.9), 12);
});

it('counts rows of one group once, and says nothing of few rows', () => {
  const random = createRandom(5);
  const truth = Float64Array.from({ length: 200 }, () => random());
  const [one, other] = [0, 1].map(() => truth.map((value) => value + random()));
  const copies = (values: Float64Array) => Float64Array.from({ length: 1000 }, (_, row) => values[Math.floor(row / 5)]);
  const once = compareAnswers(numbers(truth, one), numbers(truth, other), own(200))!;
  const fivefold = compareAnswers(
    numbers(copies(truth), copies(one)),
    numbers(copies(truth), copies(other)),
    Int32Array.from({ length: 1000 }, (_, row) => Math.floor(row / 5)),
  )!;
  const errorOf = ({ figures }: typeof once) => figures[2].standard_error;
  expect(errorOf(fivefold) / errorOf(once)).toBeCloseTo(1, 1);
  expect(compareAnswers(numbers(truth, one), numbers(truth, other), new Int32Array(200))).toBeUndefined();
});
