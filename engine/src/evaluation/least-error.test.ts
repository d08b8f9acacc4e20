import { expect, test } from 'vitest';
import { numberColumn, tableOf, textColumn } from '../../test/tables.ts';
import { train } from '../train.ts';
import { leastErrors } from './least-error.ts';

const count = 120;
const kinds = (most: number) => Array.from({ length: count }, (_, row) => `kind ${row % most}`);
const own = (row: number) => row;

test.each([2, 3])(
  'of %i classes that are all told rightly, figures say how many rows to come may be wrong',
  async (most) => {
    const code = kinds(most).map((kind) => `code of ${kind}`);
    const noise = code.map((_, row) => (row * 37) % 101);
    const table = tableOf([textColumn('code', code), numberColumn('noise', noise), textColumn('y', kinds(most))]);
    const { accuracies, standardErrors } = (await train(table, { target: 'y', effort: 'quick' })).description;
    const figures = most === 2 ? ['accuracy', 'balanced_accuracy', 'auc', 'pr_auc'] : ['accuracy', 'f1_macro', 'auc'];
    for (const name of figures) {
      expect([name, accuracies[name]]).toEqual([name, 1]);
      expect(standardErrors[name]).toBeGreaterThan(0.5 / count);
      expect(standardErrors[name]).toBeLessThan(0.03);
    }
    // The rule of three: 3 of 120 is what two standard errors reach to.
    expect(standardErrors.accuracy).toBeCloseTo(1.5 / count, 6);
  },
);

test('the rarer class decides, and rows of one group are one', () => {
  const values = Float64Array.from({ length: count }, (_, row) => Number(row < 12));
  const labels = { task: 'binary', values, classCount: 2, loss: 'log' } as const;
  const rows = Int32Array.from(values.keys());
  const alone = leastErrors(labels, rows, own);
  expect(alone.accuracy).toBeCloseTo(1.5 / 120, 9);
  expect(alone.auc).toBeCloseTo(0.75 / 12, 9);
  expect(alone.balanced_accuracy).toBeCloseTo(0.75 * Math.hypot(1 / 12, 1 / 108), 9);
  const pairs = leastErrors(labels, rows, (row) => row >> 1);
  expect(pairs.auc).toBeCloseTo(2 * alone.auc, 9);
  expect(leastErrors({ ...labels, classCount: 0 }, rows, own)).toEqual({});
});
