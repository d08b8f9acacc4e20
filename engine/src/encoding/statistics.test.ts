import { expect, test } from 'vitest';
import { textColumn } from '../../test/tables.ts';
import { readField } from '../columns/fields.ts';
import { profileColumn } from '../columns/profile.ts';
import { createRandom, rowNumbers } from '../random.ts';
import { planStatistics } from './statistics.ts';

const random = createRandom(9);
const rowCount = 600;
const rows = rowNumbers(rowCount);
const codes = Array.from(rows, () => Math.floor(random() * 60));
const column = textColumn(
  'city',
  codes.map((code) => `city ${code}`),
);
const field = readField(column, profileColumn(column), rows);
const noise = Float64Array.from(rows, () => random());

function fit(values: Float64Array) {
  const plan = field.type === 'text' ? planStatistics(field, 0, 0, rowNumbers(field.codes.length)) : undefined;
  if (!plan) throw new Error('a plan was expected');
  return plan.fit({ task: 'regression', values, classCount: 0, loss: 'squared' }, rows.slice(0, 500), 1);
}

function correlation(a: Float64Array, b: Float64Array): number {
  const mean = (values: Float64Array) => values.reduce((sum, value) => sum + value / values.length, 0);
  const covariance = (x: Float64Array, y: Float64Array) =>
    x.reduce((sum, value, index) => sum + (value - mean(x)) * (y[index] - mean(y)), 0);
  return covariance(a, b) / Math.sqrt(covariance(a, a) * covariance(b, b));
}

test('training rows do not see their own target: noise gives no signal', () => {
  const [means] = fit(noise).columns;
  expect(correlation(means.slice(0, 500), noise.slice(0, 500))).toBeLessThan(0.1);
});

test('rows held out and rows to come get the mean of their category', () => {
  const values = Float64Array.from(codes);
  const { columns, encoder } = fit(values);
  const slots = new Float64Array(1);
  expect(correlation(columns[0].slice(500), values.slice(500))).toBeGreaterThan(0.9);
  encoder.encode(Number.NaN, `city ${codes[550]}`, slots, 0);
  expect(slots[0]).toBe(columns[0][550]);
  encoder.encode(Number.NaN, 'Atlantis', slots, 0);
  expect(slots[0]).toBeCloseTo(
    values.slice(0, 500).reduce((sum, value) => sum + value / 500, 0),
    9,
  );
});
