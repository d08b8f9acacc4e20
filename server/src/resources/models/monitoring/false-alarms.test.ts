import { tabulateResiduals } from '@sibyl/engine/bounds/residuals.ts';
import type { ModelDescription } from '@sibyl/engine/model.ts';
import { createRandom } from '@sibyl/engine/random.ts';
import { usualReading } from '@sibyl/engine/readings/reading.ts';
import { expect, it } from 'vitest';
import { encodeJson } from '../../../platform/db/json.ts';
import { applied } from './apply-finding.ts';
import type { OpenAlarm } from './causes.ts';
import { measureDrift } from './drift.ts';
import { findDrift, findLosses } from './findings.ts';
import { giveVerdict } from './judge.ts';
import { addSums, type LiveSums, noSums, sumsOf } from './live-sums.ts';
import { shiftOf } from './ranks.ts';
import { shapeOf } from './shapes.ts';
import type { Counts } from './sketch.ts';
import { compareOrdered, compareUnordered } from './statistics.ts';
import type { Subject } from './subject.ts';

const random = createRandom(5);
const columns = 12;

/** Draws rows into bins of unequal chances. */
function draw(rows: number, bins: number, moved = 0): number[] {
  const counts = new Array<number>(bins).fill(0);
  for (let row = 0; row < rows; row += 1)
    counts[Math.min(bins - 1, Math.floor(bins * Math.min(0.999, random() ** 1.5 + moved)))] += 1;
  return counts;
}

function judge(training: number[][], rows: number, windows: number, moved = 0) {
  const drift = training.map((counts, column) => {
    const asked = draw(rows, counts.length, column === 3 ? moved : 0);
    const measured = column % 2 === 0 ? compareOrdered(asked, counts) : compareUnordered(asked, counts);
    return { column: `c${column}`, rows, missing: 0, missing_in_training: 0, unseen: 0, ...measured };
  });
  return giveVerdict({ alone: { columns: drift, answers: null } }, undefined, windows);
}

it.each([
  [600, 200],
  [5000, 1000],
])('raises hardly an alarm in 1,000 windows of nothing new: %i training rows, %i asked', (rows, asked) => {
  const training = Array.from({ length: columns }, (_, column) => draw(rows, 5 + column));
  let wrong = 0;
  for (let window = 1; window <= 1000; window += 1)
    if (judge(training, asked, window).columns.some(({ is_drift }) => is_drift)) wrong += 1;
  expect(wrong).toBeLessThanOrEqual(10);
});

it('says nothing of a time that moves on, and something of one that is missing', () => {
  const column = (type: 'date' | 'integer') =>
    ({ name: type, form: 'number', reading: { ...usualReading, type }, edges: [1], values: [], rarer: [] }) as const;
  const known = [50, 50, 0, 0];
  const reference = { columns: [column('date'), column('integer')].map((one) => ({ ...one, counts: known })) };
  const subject = { reference, description: {} } as unknown as Subject;
  const distances = (asked: number[]) =>
    measureDrift({ columns: [asked, asked], answers: [] } as unknown as Counts, subject).columns.map(
      ({ distance }) => distance,
    );
  expect(distances([0, 100, 0, 0])).toEqual([0, 0.5]);
  expect(distances([25, 25, 0, 50])[0]).toBeGreaterThan(0.4);
});

it('says nothing of the year and month by which training ordered its rows: a window of a day has one month', () => {
  const column = (name: string) => ({ name, form: 'number', reading: usualReading, edges: [1], values: [], rarer: [] });
  const known = [50, 50, 0, 0];
  const columns = ['month', 'price'].map((name) => ({ ...column(name), counts: known }));
  const distances = (column: string) => {
    const description = { validation: { compared: [{ scheme: 'forward', column }] } };
    const subject = { reference: { columns }, description } as unknown as Subject;
    const drift = measureDrift({ columns: [known, known].map(() => [0, 100, 0, 0]), answers: [] }, subject);
    return drift.columns.map(({ distance }) => distance);
  };
  expect(distances('year, month')).toEqual([0, 0.5]);
  expect(distances('price')).toEqual([0.5, 0.5]);
});

it('finds a shift of one column in the first windows, after hundreds of quiet ones', () => {
  const training = Array.from({ length: columns }, (_, column) => draw(2000, 5 + column));
  const verdicts = [501, 502, 503].map((window) => judge(training, 500, window, 0.15));
  const drifted = verdicts.flatMap((verdict) => verdict.columns.filter(({ is_drift }) => is_drift));
  expect(new Set(drifted.map(({ column }) => column))).toEqual(new Set(['c3']));
});

it('raises one alarm of a cause, and ends it after three quiet windows', () => {
  const training = Array.from({ length: columns }, (_, column) => draw(2000, 5 + column));
  const told: string[] = [];
  let alarms: OpenAlarm[] = [];
  for (const [place, moved] of [0, 0.3, 0.3, 0, 0.3, 0, 0, 0, 0].entries()) {
    const verdict = judge(training, 500, place + 1, moved);
    const finding = findDrift(verdict, { version: 1, window_start: `day ${place}` });
    if (finding.says === 'alarm' && alarms.length === 0) told.push(finding.window_start);
    alarms = applied(alarms, finding);
  }
  expect([told, alarms]).toEqual([['day 1'], []]);
});

function normal(): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** What held-out errors of a distribution are like. */
function describeErrors(draw: () => number): ModelDescription {
  const errors = Float64Array.from({ length: 4000 }, draw);
  const mean = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const residuals = tabulateResiduals(errors.map(random), errors);
  const square = mean(errors.map((error) => error ** 2));
  const r2_score = 1 - square / (4 + square); // true numbers of these errors are drawn by `ofNumber`
  const accuracies = { r2_score, mae: mean(errors.map(Math.abs)), rmse: Math.sqrt(square) };
  return { classes: null, accuracies, standardErrors: { mae: 0.01 }, rowCount: 4000, residuals } as never;
}

/** What a truth says of the prediction of a number; true numbers are spread twice as far as errors. */
function ofNumber(error: number, bounds: { is_inside: number | null; confidence: number | null }) {
  return { is_right: null, error, answered: null, truth: encodeJson(2 * normal() + error), ...bounds };
}

/** Truths of a model that is as good as it says, one by one, over windows; returns how often an alarm is raised. */
function livePeacefully(windows: number, truthsOfWindow: number, shift = 0): number {
  const description = describeErrors(normal);
  const shape = shapeOf(description);
  const all: LiveSums[] = [];
  let alarms: OpenAlarm[] = [];
  let raised = 0;
  for (let window = 0; window < windows; window += 1) {
    const start = new Date(window * 86_400_000).toISOString();
    let sums: LiveSums = { ...noSums(), version: 1, window_start: start };
    all.push(sums);
    for (let truth = 0; truth < truthsOfWindow; truth += 1) {
      const error = normal() + shift;
      const inside = Math.abs(error) < 1.645 ? 1 : 0;
      sums = addSums(sums, sumsOf(ofNumber(error, { is_inside: inside, confidence: 0.9 }), shape));
      all[window] = sums;
      for (const finding of findLosses(all.slice(-3), description)) {
        const isOpen = alarms.some(({ cause }) => cause === finding.cause);
        if (finding.says === 'alarm' && !isOpen) raised += 1;
        alarms = applied(alarms, finding);
      }
    }
  }
  return raised;
}

it('raises hardly an alarm although it looks at each truth', () => {
  let raised = 0;
  for (let life = 0; life < 100; life += 1) raised += livePeacefully(3, 100);
  expect(raised).toBeLessThanOrEqual(3);
  expect(livePeacefully(1, 100, 1)).toBeGreaterThan(0);
});

it('says nothing of a bias that a training on four later times cannot tell from its own', () => {
  const known = describeErrors(normal);
  const shape = shapeOf(known);
  const lived = Array.from({ length: 300 }, () => ofNumber(normal() + 0.5, { is_inside: null, confidence: null }));
  const window = { ...noSums(), version: 1, window_start: new Date(0).toISOString() };
  const sums = lived.reduce((all, truth) => addSums(all, sumsOf(truth, shape)), window);
  const alarmsWith = (mae: number) =>
    findLosses([sums], { ...known, standardErrors: { mae } })
      .filter(({ says }) => says === 'alarm')
      .map(({ facts }) => facts.metric);
  expect(alarmsWith(0.01)).toEqual(['bias']);
  expect(alarmsWith(0.25)).toEqual([]);
});

/** A tenth of the errors is ten times as large. */
const heavyTailed = () => normal() * (random() < 0.1 ? 10 : 1);

it('notices what most rows have in common within three windows, though some errors are large', () => {
  const description = describeErrors(heavyTailed);
  const shape = shapeOf(description);
  const windows: LiveSums[] = [];
  const told = Array.from({ length: 403 }, (_, window) => {
    const shift = window < 400 ? 0 : 0.5;
    let sums: LiveSums = {
      ...noSums(),
      looks: 1,
      version: 1,
      window_start: new Date(window * 86_400_000).toISOString(),
    };
    for (let truth = 0; truth < 120; truth += 1) {
      sums = addSums(sums, sumsOf(ofNumber(heavyTailed() + shift, { is_inside: null, confidence: null }), shape));
    }
    windows.push(sums);
    return findLosses(windows, description).filter(({ says }) => says === 'alarm');
  });
  expect(told.slice(0, 400).flat()).toEqual([]);
  expect(told[402].map(({ facts }) => facts.metric)).toEqual(['typical_bias']);
  expect(told[402][0].facts.value).toBeCloseTo(0.5, 0);
});

it('says how far errors are moved, also where all are far outside those of the training', () => {
  const errors = Float64Array.from({ length: 4000 }, heavyTailed);
  const description = { residuals: tabulateResiduals(errors, errors) };
  for (const moved of [-767, -1, 0, 0.3, 2, 40]) {
    const bars = Array.from(errors, (error) => ({ value: error + moved, count: 1 })).sort((a, b) => a.value - b.value);
    const { value, standard_error } = shiftOf(bars, 4000, description)!;
    expect(Math.abs(value - moved)).toBeLessThan(0.15);
    expect(standard_error).toBeGreaterThan(0.01);
    expect(standard_error).toBeLessThan(0.1);
  }
});
