import fc from 'fast-check';
import { expect, test } from 'vitest';
import { loadModel } from '../src/load.ts';
import type { Model } from '../src/model.ts';
import type { TrainRequest } from '../src/request.ts';
import type { Column } from '../src/table.ts';
import { TrainingError, train } from '../src/train.ts';
import { numberColumn, tableOf, textColumn } from './tables.ts';

const count = 140;
const rows = Array.from({ length: count }, (_, row) => row);
const category = (name: string, most: number) =>
  textColumn(
    name,
    rows.map((row) => `00${row % most}`),
  );
const numbers = (name: string, cell: (row: number) => number) => numberColumn(name, rows.map(cell));

async function learn(columns: readonly Column[], request: Partial<TrainRequest> = {}): Promise<Model> {
  const { toBytes } = await train(tableOf(columns), { target: 'y', effort: 'quick', ...request });
  return loadModel(toBytes());
}

/** Returns the paths of all numbers in a description that are not finite. */
function findEndless(value: unknown, path = ''): string[] {
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [path];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, one]) => findEndless(one, `${path}.${key}`));
}

function cellOf(column: Column, row: number): unknown {
  return column.type === 'text' ? column.dictionary[column.codes[row]] : column.values[row];
}

/** Asks for the training's own rows, and for the same with one input and with none. */
function ask(model: Model, inputs: readonly Column[]) {
  const whole = rows.map((row) => Object.fromEntries(inputs.map((column) => [column.name, cellOf(column, row)])));
  const some = [...whole, ...whole.map((row) => ({ [inputs[0].name]: row[inputs[0].name] })), {}];
  return model.predict(some, { quantile: 0.9 }, [])!;
}

test.each<[string, Column[], (row: number) => number]>([
  ['three categories', [category('zip', 3)], (row) => 10 * (row % 3)],
  ['twenty categories', [category('zip', 20)], (row) => 2.5 * (row % 20)],
  ['a category that tells others', [category('zip', 20), category('state', 5)], (row) => 7 * (row % 20)],
  [
    'flags',
    [numbers('a', (row) => row % 2), numbers('b', (row) => (row >> 1) % 2)],
    (row) => 3 * (row % 2) + 7.25 * ((row >> 1) % 2),
  ],
  ['categories, but for the rounding of sums', [category('c', 4)], (row) => (row % 4) + 1e-14 * Math.sin(row)],
  ['categories, all whole numbers that a double just holds', [category('c', 12)], (row) => 2 ** 53 - 2 * (row % 12)],
  ['categories, all small', [category('c', 12)], (row) => 1e-90 * (1 + (row % 12))],
])('a target that follows exactly from %s is learned, and its bounds hold it', async (_, inputs, cell) => {
  const model = await learn([...inputs, numbers('y', cell)], { task: 'regression' });
  expect(model.description.accuracies.r2_score).toBeGreaterThan(0.999);
  expect(findEndless(model.description)).toEqual([]);
  const { values, lower, upper } = ask(model, inputs);
  expect(findEndless([...values, ...lower!, ...upper!])).toEqual([]);
  const misses = rows.filter((row) => !(lower![row] <= cell(row) && cell(row) <= upper![row]));
  expect(misses).toEqual([]);
});

test('whole numbers that follow exactly are answered whole, with bounds of one number', async () => {
  const inputs = [category('zip', 10)];
  const { values, lower, upper } = ask(await learn([...inputs, numbers('y', (row) => 10 * (row % 10))]), inputs);
  const wanted = rows.map((row) => 10 * (row % 10));
  for (const answers of [values, lower!, upper!]) expect([...answers.subarray(0, count)]).toEqual(wanted);
});

test('classes that follow exactly from twenty categories are learned', async () => {
  const inputs = [category('zip', 20)];
  const classes = textColumn(
    'y',
    rows.map((row) => `class ${row % 20}`),
  );
  const { description } = await learn([...inputs, classes]);
  expect(description.accuracies.accuracy).toBe(1);
  expect(findEndless(description)).toEqual([]);
});

test.each<[string, (row: number) => number]>([
  ['line', (row) => 3 * row],
  ['season', (row) => 2 * (row % 7)],
  ['season on a line', (row) => 0.1 * row + (row % 7)],
])('an exact %s is forecast, and its bounds hold it', async (_, cell) => {
  const days: Column = { name: 'd', type: 'time', values: Float64Array.from(rows, (row) => row * 86_400_000) };
  const model = await learn([days, numbers('y', cell)], { orderBy: 'd', horizon: 7 });
  expect(findEndless(model.description)).toEqual([]);
  const { lower, upper, count: steps } = model.predict([{}], { quantile: 0.9 }, [])!;
  for (let step = 0; step < steps; step++) {
    expect(lower![step]).toBeLessThanOrEqual(cell(count + step));
    expect(upper![step]).toBeGreaterThanOrEqual(cell(count + step));
  }
});

/** Targets by their formula: exact, noisy, of any size, with an outlier. */
const targets = fc.record({
  kinds: fc.integer({ min: 2, max: 20 }),
  slope: fc.constantFrom(0, 1, -2.5),
  noise: fc.constantFrom(0, 1e-15, 1e-12, 0.1),
  size: fc.constantFrom(1, 1, 1e-160, 1e-99, 1e-20, 2 ** 50, 1e95, 1e300),
  outlier: fc.constantFrom(0, 0, 0, 1e9, 1e90, 1e200),
  length: fc.constantFrom(2, 9, 10, 12, 40, 120),
});

test('a training ends by a model with finite figures or by a named refusal, whatever the target is', async () => {
  await fc.assert(
    fc.asyncProperty(targets, async ({ kinds, slope, noise, size, outlier, length }) => {
      const some = rows.slice(0, length);
      const kind = textColumn(
        'kind',
        some.map((row) => `k${row % kinds}`),
      );
      const formula = (row: number) => size * ((row % kinds) + slope * row + noise * Math.sin(row * row));
      const target = numberColumn(
        'y',
        some.map((row) => (row === 1 && outlier > 0 ? outlier : formula(row))),
      );
      const inputs = [kind, numberColumn('x', some)];
      const trained = await learn([...inputs, target]).catch((error) => error);
      if (trained instanceof TrainingError) return;
      if (trained instanceof Error) throw trained;
      const asked = trained.predict([{}, { kind: 'k1' }, { kind: 'k0', x: 3 }], {}, []);
      expect(findEndless([trained.description, ...Object.values(asked).filter(ArrayBuffer.isView)])).toEqual([]);
    }),
    { numRuns: 40, seed: 7 },
  );
});
