import { expect, test } from 'vitest';
import type { Model } from '../../src/model.ts';
import { train } from '../../src/train.ts';
import { drawNoisy, repeatRows, scoreFresh } from './worlds.ts';

const request = { target: 'y', effort: 'quick' } as const;

/** The difference between the model's figures and those on fresh rows. */
function flattery(model: Model, seed: number): number {
  return model.description.accuracies.r2_score - scoreFresh(model, drawNoisy(2000, seed)).r2;
}

test('rows that stand three times flatter no figure, and bounds hold', async () => {
  const model = await train(repeatRows(drawNoisy(100, 1), 3), request);
  expect(flattery(model, 2)).toBeLessThan(0.2);
  expect(scoreFresh(model, drawNoisy(2000, 2)).coverage).toBeGreaterThan(0.8);
});

test('rows that stand twice and differ in a timestamp flatter no figure', async () => {
  const model = await train(repeatRows(drawNoisy(100, 3), 2, true), request);
  expect(flattery(model, 4)).toBeLessThan(0.2);
  expect(scoreFresh(model, drawNoisy(2000, 4)).coverage).toBeGreaterThan(0.8);
});

test('where only some rows repeat others, figures are for rows like all, and apart for those that repeat none', async () => {
  const { columns, rowCount } = drawNoisy(300, 8);
  const order = Int32Array.from({ length: rowCount + 5 * 40 }, (_, row) => (row < rowCount ? row : row % 40));
  const table = {
    rowCount: order.length,
    columns: columns.map((column) =>
      column.type === 'number' ? { ...column, values: Float64Array.from(order, (row) => column.values[row]) } : column,
    ),
  };
  const { accuracies, accuraciesElsewhere, validation, warnings } = (await train(table, request)).description;
  const alone = accuraciesElsewhere?.find(({ column }) => column === null);
  expect(validation).toMatchObject({ scheme: 'random', reason: 'usual' });
  expect(alone).toMatchObject({ scheme: 'group', held_rows: 260, independent: 260 });
  expect(alone?.accuracies.r2_score).toBeLessThan(accuracies.r2_score - 0.1);
  expect(warnings.join()).toContain('% of the rows are duplicates of another row');
});

test('the confusion matrix and the calibration of a small table count each row once', async () => {
  const { columns, rowCount } = drawNoisy(142, 5);
  const table = {
    rowCount,
    columns: columns.map((column) =>
      column.name === 'y' && column.type === 'number'
        ? { ...column, values: column.values.map((value) => Number(value > 0)) }
        : column,
    ),
  };
  const { confusionMatrix, calibration, accuracies } = (await train(table, request)).description;
  expect(confusionMatrix?.flat().reduce((sum, count) => sum + count, 0)).toBe(142);
  expect(calibration.reduce((sum, { count }) => sum + count, 0)).toBe(142);
  expect(((confusionMatrix?.[0][0] ?? 0) + (confusionMatrix?.[1][1] ?? 0)) / 142).toBeCloseTo(accuracies.accuracy, 12);
});

test('the calibration of bounds says what fresh rows show, not what was asked', async () => {
  // Three fifths of the truths are exactly 0, so coverage moves in jumps and rarely matches exactly.
  const { columns, rowCount } = drawNoisy(400, 6, (y, row) => (row % 5 < 3 ? 0 : y));
  const { calibration } = (await train({ columns, rowCount }, request)).description;
  expect(calibration.map(({ confidence }) => confidence)).toContain(0.5);
  const farthest = Math.max(...calibration.map(({ confidence, observed }) => Math.abs(observed - confidence)));
  expect(farthest).toBeGreaterThan(0.005);
  expect(farthest).toBeLessThan(0.3);
});
