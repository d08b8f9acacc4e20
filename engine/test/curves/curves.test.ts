import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Field } from '../../src/columns/fields.ts';
import { plainProfile } from '../../src/columns/profile.ts';
import { confusionAt } from '../../src/curves/choose-threshold.ts';
import { classesOf, gainsOf, precisionRecallOf, rocOf } from '../../src/curves/curves.ts';
import { tabulateCuts } from '../../src/curves/tabulate-cuts.ts';
import { tabulateErrors } from '../../src/curves/tabulate-errors.ts';
import { tabulateScatter } from '../../src/curves/tabulate-scatter.ts';
import { costAt } from '../../src/curves/threshold-worth.ts';
import { loadModel } from '../../src/load.ts';
import { countConfusion, measureClasses } from '../../src/metrics/metrics.ts';
import { measurePrecisionRecall } from '../../src/metrics/precision-recall.ts';
import { createRandom } from '../../src/random.ts';
import { train } from '../../src/train.ts';
import { numberColumn, tableOf } from '../tables.ts';

interface Recorded {
  truth: number[];
  scores: number[];
  auc: number;
  average_precision: number;
  /** Threshold, false positive rate, true positive rate. */
  roc: [number, number, number][];
  /** Threshold, precision, recall. */
  precision_recall: [number, number, number][];
  decisions: {
    threshold: number;
    confusion: number[][];
    precision: number[];
    recall: number[];
    f1: number[];
    cost: number;
  }[];
  costs: [number, number];
}

/** Recorded from scikit-learn 1.9 by scikit_learn.py. */
const recorded: Record<string, Recorded> = JSON.parse(
  readFileSync(new URL('scikit-learn.json', import.meta.url), 'utf8'),
);

describe.each(Object.entries(recorded))('%s rows beside scikit-learn', (_, peer) => {
  const truth = Float64Array.from(peer.truth);
  const probabilities = Float64Array.from(peer.scores.flatMap((score) => [1 - score, score]));
  const cuts = tabulateCuts(truth, Float64Array.from(peer.scores));

  test('each point of both curves, and the areas', () => {
    expect(cuts.thresholds.length).toBeLessThanOrEqual(200);
    const rates = new Map(peer.roc.map(([threshold, ...point]) => [threshold, point]));
    const roc = rocOf(cuts);
    for (const { threshold, false_positive_rate, true_positive_rate } of roc.slice(1)) {
      const [wrong, right] = rates.get(threshold ?? -1) ?? [];
      expect(false_positive_rate).toBeCloseTo(wrong ?? -1, 10);
      expect(true_positive_rate).toBeCloseTo(right ?? -1, 10);
    }
    const area = roc.slice(1).reduce((sum, { false_positive_rate, true_positive_rate }, place) => {
      const height = (true_positive_rate + roc[place].true_positive_rate) / 2;
      return sum + height * (false_positive_rate - roc[place].false_positive_rate);
    }, 0);
    // The area that is told is that of all points; that under the drawn ones is nearly the same.
    expect(measureClasses(truth, probabilities, 2).auc).toBeCloseTo(peer.auc, 12);
    expect(area).toBeCloseTo(peer.auc, 6);
    const shown = new Map(peer.precision_recall.map(([threshold, ...point]) => [threshold, point]));
    for (const { threshold, precision, recall } of precisionRecallOf(cuts).slice(1)) {
      const [ofAnswered, ofAll] = shown.get(threshold ?? -1) ?? [];
      expect(precision).toBeCloseTo(ofAnswered ?? -1, 10);
      expect(recall).toBeCloseTo(ofAll ?? -1, 10);
    }
    expect(measurePrecisionRecall(truth, probabilities)).toBeCloseTo(peer.average_precision, 12);
  });

  test('figures of classes', () => {
    for (const { threshold, confusion, precision, recall, f1 } of peer.decisions) {
      const answers = Float64Array.from(peer.scores, (score) => Number(score >= threshold));
      const classes = classesOf(['no', 'yes'], countConfusion(truth, answers, 2));
      expect(countConfusion(truth, answers, 2)).toEqual(confusion);
      for (const [place, row] of classes.entries()) {
        expect(row.precision ?? 0).toBeCloseTo(precision[place], 10);
        expect(row.recall ?? 0).toBeCloseTo(recall[place], 10);
        expect(row.f1 ?? 0).toBeCloseTo(f1[place], 10);
      }
    }
  });

  test('answers by a threshold of two digits, and what they cost', () => {
    for (const { threshold, confusion, cost } of peer.decisions) {
      expect(confusionAt(cuts, threshold)).toEqual(confusion);
      const [false_positive, false_negative] = peer.costs;
      const costs = { false_positive, false_negative };
      expect(costAt(cuts, { threshold, costs, independent: peer.truth.length }).cost).toBeCloseTo(cost, 10);
    }
  });

  test('answers by any threshold that is named, without a change of the other cuts', () => {
    for (const named of [1 / 11, 0.4321, 0.98765]) {
      const answers = Float64Array.from(peer.scores, (score) => Number(score >= named));
      const exact = tabulateCuts(truth, Float64Array.from(peer.scores), named);
      expect(confusionAt(exact, named)).toEqual(countConfusion(truth, answers, 2));
      expect(exact.thresholds).toEqual(expect.arrayContaining([...cuts.thresholds]));
    }
  });

  test('the error of a cost is that of the mean over the rows, and of a saving that of the differences', () => {
    const costs = { false_positive: 1, false_negative: 5 };
    const { standard_error, saved, saved_error } = costAt(cuts, { threshold: 0.2, costs, independent: truth.length });
    const costOf = (row: number, threshold: number) =>
      peer.scores[row] >= threshold ? (1 - truth[row]) * costs.false_positive : truth[row] * costs.false_negative;
    const all = [...truth.keys()].map((row) => costOf(row, 0.2));
    const less = [...truth.keys()].map((row) => costOf(row, 0.5) - costOf(row, 0.2));
    expect(standard_error).toBeCloseTo(errorOfMean(all), 4);
    expect(saved).toBeCloseTo(less.reduce((sum, one) => sum + one, 0) / less.length, 10);
    expect(saved_error).toBeCloseTo(errorOfMean(less), 4);
  });

  test('gains of tenths are those of all rows in order, ties by their mean', () => {
    const order = [...truth.keys()].sort((a, b) => peer.scores[b] - peer.scores[a]);
    const chance = (row: number) => {
      const tied = order.filter((other) => peer.scores[other] === peer.scores[row]);
      return tied.reduce((sum, other) => sum + truth[other], 0) / tied.length;
    };
    const gains = gainsOf(cuts);
    const positives = truth.reduce((sum, label) => sum + label, 0);
    for (const { share, gain } of gains) {
      const found = order.slice(0, Math.round(share * order.length)).reduce((sum, row) => sum + chance(row), 0);
      expect(gain).toBeCloseTo(found / positives, 10);
    }
    expect(gains.reduce((sum, { lift }) => sum + lift / 10, 0)).toBeCloseTo(1, 10);
  });
});

function errorOfMean(values: number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1) / values.length);
}

test('many numbers are counted in cells, each row once', () => {
  const actual = Float64Array.from({ length: 3000 }, (_, row) => (row === 7 ? 1e9 : Math.sin(row)));
  const predicted = actual.map((value) => (value > 10 ? 0 : 0.9 * value));
  const { points, actual: grid, errors } = tabulateScatter(actual, predicted);
  expect(points).toBeNull();
  for (const cells of [grid?.cells, errors?.cells])
    expect(cells?.reduce((sum, [, , rows]) => sum + rows, 0)).toBe(3000);
  // One absurd value does not squeeze the others into one cell.
  expect(new Set(grid?.cells.map(([across]) => across)).size).toBe(25);
  expect(tabulateScatter(actual.slice(0, 2), predicted.slice(0, 2)).points).toEqual([
    [0, 0],
    [0.7573239, 0.841471],
  ]);
});

test('errors along an input show what was not learned, each row once', () => {
  const rows = Int32Array.from({ length: 900 }, (_, row) => row);
  const size = Float64Array.from(rows, (row) => (row % 9 === 8 ? Number.NaN : row % 90));
  const town = Int32Array.from(rows, (row) => row % 3);
  const fields: Field[] = [
    { type: 'numeric', profile: plainProfile('size', 'number'), values: size },
    { type: 'text', profile: plainProfile('town', 'category'), codes: town, texts: ['a', 'b', 'c'], counts: [] },
  ];
  // What the model has not learned: large ones cost more, and those of town `b`.
  const errors = Float64Array.from(rows, (row) => (size[row] >= 45 ? 10 : 0) + (town[row] === 1 ? 3 : 0) + (row % 2));
  const [bySize, byTown] = tabulateErrors(fields, rows, errors);
  expect(bySize.bands).toHaveLength(11);
  for (const { bands } of [bySize, byTown]) expect(bands.reduce((sum, band) => sum + band.rows, 0)).toBe(900);
  expect(bySize.bands[0].mean).toBeLessThan(3);
  expect(bySize.bands[9].mean).toBeGreaterThan(10);
  expect(bySize.bands[10]).toMatchObject({ value: null, rows: 100 });
  const own = rows.filter((row) => town[row] === 1);
  const mean = own.reduce((sum, row) => sum + errors[row], 0) / own.length;
  const squares = own.reduce((sum, row) => sum + (errors[row] - mean) ** 2, 0);
  const b = byTown.bands.find(({ value }) => value === 'b');
  expect(b?.mean).toBeCloseTo(mean, 10);
  expect(b?.standard_error).toBeCloseTo(Math.sqrt(squares / (own.length - 1) / own.length), 10);
});

test('contributions of a linear world are as large as what each input adds, and stay in a saved model', async () => {
  const random = createRandom(3);
  const columns = Array.from({ length: 3 }, () => Float64Array.from({ length: 400 }, random));
  const y = columns[0].map((value, row) => 10 * value + 2 * columns[1][row] + 0.1 * random());
  const table = tableOf([...columns, y].map((cells, place) => numberColumn(['a', 'b', 'noise', 'y'][place], cells)));
  const model = await train(table, { target: 'y', effort: 'quick' });
  const { contributions = [], errors = [] } = loadModel(model.toBytes()).description;
  const [a, b, noise] = contributions.map(({ mean }) => mean);
  // The mean distance from the middle of 0 to 1 is a quarter.
  expect(a).toBeCloseTo(2.5, 0);
  expect(b / a).toBeCloseTo(0.2, 1);
  expect(noise).toBeLessThan(0.1);
  expect(errors.map(({ column }) => column)).toEqual(['a', 'b', 'noise']);
});
