import { expect, test } from 'vitest';
import type { NumericField } from '../columns/fields.ts';
import type { Explanations, Model } from '../model.ts';
import { type DependenceRequest, measureDependence } from './dependence.ts';
import { measureContributions } from './mean-contributions.ts';

const rowCount = 40;

test('Once the time is over, only as many rows are explained as have a standard error', async () => {
  const asked: number[] = [];
  const explain: Model['explain'] = (rows) => {
    asked.push(rows.length);
    return explanationsOf(rows.length);
  };
  const [late] = await measureContributions(requestOf({ explain }, 0));
  expect(asked).toEqual([2]);
  expect(late).toMatchObject({ column: 'x', rows: 2 });
  await measureContributions(requestOf({ explain }, Number.POSITIVE_INFINITY));
  expect(asked.reduce((sum, count) => sum + count, 0)).toBe(2 + 16);
});

test('A curve asks the same rows at each of its points, with one cell changed', async () => {
  const seen = new Set<unknown>();
  const predict: Model['predict'] = (rows) => {
    for (const row of rows) seen.add(row);
    const values = Float64Array.from(rows, ({ x, z }) => 2 * Number(x) + Number(z));
    return { count: rows.length, values, lower: null, upper: null, confidence: values, probabilities: null };
  };
  const curves = await measureDependence(requestOf({ predict }, Number.POSITIVE_INFINITY));
  expect(curves).toHaveLength(2);
  const [first, last] = [curves[0].points[0], curves[0].points.at(-1)];
  expect(Number(last?.mean) - first.mean).toBeCloseTo(2 * (rowCount - 1));
  // Rows of the curves, and those by which a prediction is timed before each.
  expect(seen.size).toBeLessThanOrEqual(2 * (rowCount + 20));
});

function requestOf(model: Partial<Model>, deadline: number): DependenceRequest {
  const fields = [fieldOf('x', 1), fieldOf('z', -1)];
  const description = { columnImportances: { x: 1, z: 0.5 } } as unknown as Model['description'];
  return {
    model: { description, ...model } as Model,
    fields,
    targets: Float64Array.from({ length: rowCount }, (_, row) => row),
    order: Int32Array.from({ length: rowCount }, (_, row) => row),
    deadline,
    pause: async () => {},
  };
}

function fieldOf(name: string, sign: number): NumericField {
  const values = Float64Array.from({ length: rowCount }, (_, row) => sign * row);
  return { type: 'number', values, profile: { name, kind: 'number', missing: 0 } } as unknown as NumericField;
}

function explanationsOf(count: number): Explanations {
  const parts = new Float64Array(2 * count).fill(1);
  return { count, base: new Float64Array(count), contributions: parts, errors: parts };
}
