import { expect, test } from 'vitest';
import { createRandom } from '../random.ts';
import { calibrated, fitCalibration } from './calibration.ts';
import { tabulateCalibration } from './calibration-table.ts';
import { boundsAt, collectBounds } from './conformal.ts';

const random = createRandom(21);
/** About normal: the sum of twelve uniform numbers. */
const draw = () => Array.from({ length: 12 }, random).reduce((sum, part) => sum + part, -6);

test.each([0.5, 0.8, 0.9, 0.99])('errors never seen lie inside bounds of coverage %d that often', (coverage) => {
  const bounds = collectBounds(Float64Array.from({ length: 5000 }, draw), 5000);
  const { below, above } = boundsAt(bounds, coverage);
  const fresh = Array.from({ length: 20_000 }, draw);
  const inside = fresh.filter((error) => error >= below && error <= above).length / fresh.length;
  expect(Math.abs(inside - coverage)).toBeLessThan(0.015);
});

test.each([1, -1])(
  'where nearly all errors are on one side, bounds hold and have the prediction between them',
  (side) => {
    const drawSkewed = () => side * (random() < 0.93 ? 1 + 0.2 * draw() : -30 + draw());
    const bounds = collectBounds(Float64Array.from({ length: 5000 }, drawSkewed), 5000);
    const { below, above } = boundsAt(bounds, 0.8);
    const fresh = Array.from({ length: 20_000 }, drawSkewed);
    const inside = fresh.filter((error) => error >= below && error <= above).length / fresh.length;
    expect(Math.abs(inside - 0.8)).toBeLessThan(0.015);
    expect(below <= 0 && above >= 0).toBe(true);
  },
);

test('on average over small samples coverage is not below what was asked', () => {
  let inside = 0;
  for (let sample = 0; sample < 4000; sample++) {
    const { below, above } = boundsAt(collectBounds(Float64Array.from({ length: 30 }, draw), 30), 0.9);
    const error = draw();
    if (error >= below && error <= above) inside += 1;
  }
  expect(inside / 4000).toBeGreaterThan(0.885);
});

test('wider coverage, wider bounds', () => {
  const bounds = collectBounds(Float64Array.from({ length: 100 }, draw), 100);
  const widths = [0.5, 0.7, 0.9, 0.99].map(
    (coverage) => boundsAt(bounds, coverage).above - boundsAt(bounds, coverage).below,
  );
  expect(widths).toEqual(widths.toSorted((a, b) => a - b));
});

test('a model twice too sure is cooled by half', () => {
  const logits = Array.from({ length: 20_000 }, draw);
  const truth = Float64Array.from(logits, (logit) => Number(random() < 1 / (1 + Math.exp(-logit))));
  const tooSure = Float64Array.from(
    logits.flatMap((logit) => {
      const second = 1 / (1 + Math.exp(-2 * logit));
      return [1 - second, second];
    }),
  );
  expect(fitCalibration(truth, tooSure, 2).temperature).toBeCloseTo(2, 0);
});

test('without an error among n rows, about one in n stays in doubt', () => {
  const truth = Float64Array.from({ length: 98 }, (_, row) => row % 2);
  const sure = Float64Array.from([...truth].flatMap((label) => [1 - label, label]));
  const probabilities = calibrated(fitCalibration(truth, sure, 2), sure, 2);
  expect(probabilities[0]).toBeCloseTo(0.995, 6);
  expect(probabilities[0] + probabilities[1]).toBeCloseTo(1, 12);
});

test('the calibration table bins by confidence and keeps ties together', () => {
  const bins = tabulateCalibration(
    Float64Array.of(0.5, 0.9, 0.9, 0.9),
    Uint8Array.of(0, 1, 1, 0),
    Int32Array.of(0, 1, 2, 3),
  );
  expect(bins).toEqual([
    { confidence: 0.5, observed: 0, standard_error: expect.closeTo(0.527, 3), count: 1 },
    { confidence: expect.closeTo(0.9), observed: 2 / 3, standard_error: expect.closeTo(0.316, 3), count: 3 },
  ]);
});
