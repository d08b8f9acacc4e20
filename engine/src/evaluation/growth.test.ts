import { expect, test } from 'vitest';
import { createRandom } from '../random.ts';
import type { Training } from '../training/prepare.ts';
import { growFigures } from './growth.ts';
import { measureGrowth } from './more-rows.ts';

const random = createRandom(8);
/** About normal: the sum of twelve uniform numbers. */
const draw = () => Array.from({ length: 12 }, random).reduce((sum, part) => sum + part, -6);
const count = 400;
const values = Float64Array.from({ length: count }, () => 3 * draw());
const rows = Int32Array.from(values.keys());
const training = {
  frame: { labels: { task: 'regression', values, classCount: 0, loss: 'squared' } },
  validation: { group: rows, stretch: null },
  settings: { seed: 1 },
} as unknown as Training;

/** Growth of figures from fits on fewer rows, whose errors are `factor` times those of fits on more. */
function growthBy(factor: number, own = 0) {
  const errors = values.map(draw);
  const most = values.map((value, row) => value + errors[row]);
  const raced = values.map((value, row) => value + factor * (errors[row] + own * draw()));
  return measureGrowth(training, { rows, raced, most, reach: 0.25, distance: 5 });
}

test('figures of fits on fewer rows move as far as fits on more rows gain, and on to all rows', () => {
  const growth = growthBy(1.4);
  const figures = { mae: 1.4 * 0.8, r2_score: 0.78 };
  const errors = { mae: 0.04, r2_score: 0.02 };
  const { accuracies, standardErrors } = growFigures(figures, errors, growth);
  // 1.4 ** -1.25 = 0.657
  expect(accuracies.mae).toBeCloseTo(0.657 * figures.mae, 1);
  expect(1 - accuracies.r2_score).toBeCloseTo(0.657 ** 2 * 0.22, 1);
  expect(accuracies.r2_score).toBeGreaterThan(0.87);
  expect(standardErrors.mae).toBeLessThan(errors.mae);
});

test('what chance explains moves little, and adds to the standard error', () => {
  const growth = growthBy(0.7, 1);
  const { accuracies, standardErrors } = growFigures({ mae: 1 }, { mae: 0.01 }, growth);
  expect(Math.abs(accuracies.mae - 1)).toBeLessThan(3 * standardErrors.mae);
  expect(standardErrors.mae).toBeGreaterThan(0.015);
});
