import type { ModelDescription } from '@sibyl/engine/model.ts';
import { createRandom } from '@sibyl/engine/random.ts';
import { expect, it } from 'vitest';
import { encodeJson } from '../../../platform/db/json.ts';
import { findLosses } from './findings.ts';
import { liveFigures } from './live.ts';
import { addSums, type LiveSums, noSums, sumsOf } from './live-sums.ts';
import { shapeOf } from './shapes.ts';

const random = createRandom(17);
const begin = (day: number): LiveSums => ({
  ...noSums(),
  version: 1,
  looks: 1,
  window_start: new Date(day * 86_400_000).toISOString(),
});

/** Two unbalanced classes, the probability of the rarer, and what was true; `isBroken` unties them. */
function drawTwo(isBroken: boolean) {
  const chance = random() < 0.3 ? 0.15 + 0.55 * random() : 0.02 + 0.05 * random();
  const isRare = random() < (isBroken ? 0.16 : chance);
  return { chance, truth: isRare ? ' YES' : 'no' };
}

const two = { classes: ['no', 'yes'], target: 'late', rowCount: 3000, residuals: null } as unknown as ModelDescription;

function addTwo(sums: LiveSums, { chance, truth }: ReturnType<typeof drawTwo>): LiveSums {
  const answered = chance > 0.5 ? 'yes' : 'no';
  const is_right = answered === truth.trim().toLowerCase() ? 1 : 0;
  const confidence = Math.max(chance, 1 - chance);
  const told = { is_right, is_inside: null, error: null, confidence, answered, truth: encodeJson(truth) };
  return addSums(sums, sumsOf(told, shapeOf(two)));
}

const windowOf = (rows: number, isBroken = false) => Array.from({ length: rows }, () => drawTwo(isBroken));

/** The area under the curve, pair by pair. */
function areaByPairs(rows: readonly ReturnType<typeof drawTwo>[]): number {
  const [ones, zeros] = [' YES', 'no'].map((name) => rows.filter(({ truth }) => truth === name));
  const winOf = (one: number, zero: number) => (one === zero ? 0.5 : Number(one > zero));
  const wins = ones.flatMap((one) => zeros.map((zero) => winOf(one.chance, zero.chance)));
  return wins.reduce((sum, win) => sum + win, 0) / wins.length;
}

it('has the area under the curve of all pairs, and notices a lost relation where accuracy says nothing', () => {
  const training = windowOf(3000);
  const usual = areaByPairs(training);
  const described = {
    ...two,
    accuracies: { accuracy: 0.85, auc: usual },
    standardErrors: { auc: 0.01, accuracy: 0.007 },
  };
  const rows = windowOf(400);
  const figure = liveFigures(rows.reduce(addTwo, begin(1)), described).find(({ metric }) => metric === 'auc')!;
  expect(figure.value).toBeCloseTo(areaByPairs(rows), 2);
  expect(figure.standard_error).toBeGreaterThan(0.02);
  const told = (lives: number, size: number, isBroken: boolean) =>
    Array.from({ length: lives }, () => {
      const windows = [1, 2, 3].map((day) => windowOf(size, isBroken).reduce(addTwo, begin(day)));
      return findLosses(windows, described).find(({ says }) => says === 'alarm');
    }).filter((finding) => finding !== undefined);
  expect(told(300, 60, false).length).toBeLessThanOrEqual(3);
  const broken = told(10, 200, true);
  expect(broken).toHaveLength(10);
  expect(new Set(broken.map(({ parts }) => parts?.map(({ what }) => what).includes('auc')))).toEqual(new Set([true]));
});

it('has no R² where one absurd truth would decide it', () => {
  const numbers = { ...two, classes: null, accuracies: { r2_score: 0.8 }, standardErrors: {} } as ModelDescription;
  const errors = Array.from({ length: 40 }, (_, row) => (row === 7 ? 1e20 : random() - 0.5));
  const sums = errors.reduce((sum, error) => {
    const told = { is_right: null, is_inside: null, error, confidence: null, answered: null };
    return addSums(sum, sumsOf({ ...told, truth: encodeJson(random() + error) }, shapeOf(numbers)));
  }, begin(1));
  expect(liveFigures(sums, numbers).map(({ metric }) => metric)).not.toContain('r2_score');
});

it('has the mean F1 of more classes, and the share of the spread that is explained', () => {
  const classes = ['a', 'b', 'c'];
  const three = { ...two, classes, accuracies: { f1_macro: 0.7 }, standardErrors: {} } as ModelDescription;
  const pairs = Array.from({ length: 300 }, (_, row) => [classes[row % 3], row % 5 === 0 ? 'a' : classes[row % 3]]);
  const sums = pairs.reduce((sum, [truth, answered]) => {
    const told = { is_right: 0, is_inside: null, error: null, confidence: 0.8, answered, truth: encodeJson(truth) };
    return addSums(sum, sumsOf(told, shapeOf(three)));
  }, begin(1));
  const f1 = liveFigures(sums, three).find(({ metric }) => metric === 'f1_macro')!;
  expect(f1.value).toBeCloseTo((200 / 240 + 2 * (160 / 180)) / 3, 10);
  expect(f1.standard_error).toBeGreaterThan(0.01);

  const numbers = { ...two, classes: null, accuracies: { r2_score: 0.8 }, standardErrors: {} } as ModelDescription;
  const drawn = Array.from({ length: 500 }, () => ({ truth: 1e6 + 10 * random(), error: random() - 0.5 }));
  const added = drawn.reduce((sum, { truth, error }) => {
    const told = { is_right: null, is_inside: null, error, confidence: null, answered: null, truth: encodeJson(truth) };
    return addSums(sum, sumsOf(told, { ...shapeOf(numbers), middle: 1e6 }));
  }, begin(1));
  const r2 = liveFigures(added, numbers).find(({ metric }) => metric === 'r2_score')!;
  const mean = drawn.reduce((sum, { truth }) => sum + truth, 0) / drawn.length;
  const [left, all] = drawn.reduce(([a, b], { truth, error }) => [a + error ** 2, b + (truth - mean) ** 2], [0, 0]);
  expect(r2.value).toBeCloseTo(1 - left / all, 6);
  expect(r2.standard_error).toBeGreaterThan(0);
  expect(r2.standard_error).toBeLessThan(0.01);
});
