import { expect, test } from 'vitest';
import type { BackgroundRows, Model } from '../../src/model.ts';
import { createRandom } from '../../src/random.ts';
import type { Column } from '../../src/table.ts';
import { train } from '../../src/train.ts';
import { numberColumn, tableOf, textColumn } from '../tables.ts';

const random = createRandom(17);
const rowCount = 700;
const draw = <Value>(of: () => Value) => Array.from({ length: rowCount }, of);
const area = draw(() => 20 + 100 * random());
const street = draw(() => `s${Math.floor(400 * random() ** 2)}`);
const day = draw(() => new Date(Date.UTC(2020, 0, 1 + Math.floor(1400 * random()))).toISOString().slice(0, 10));
const lift = draw(() => (random() < 0.4 ? 'Ja' : 'Nein'));
const floor = draw(() => (random() < 0.2 ? Number.NaN : Math.floor(7 * random())));
const remark = draw(() => `a ${random() < 0.3 ? 'fine' : 'plain'} flat ${Math.floor(1e9 * random())} near the lake`);
const rent = area.map(
  (value, row) =>
    10 * value +
    3 * Number(street[row].slice(1)) * (lift[row] === 'Ja' ? 1 : 0.2) +
    40 * new Date(day[row]).getUTCMonth() +
    (floor[row] || 9) * 30 +
    50 * random(),
);
const columns = [
  numberColumn('area', area),
  textColumn('street', street),
  textColumn('day', day),
  textColumn('lift', lift),
  numberColumn('floor', floor),
];
const asked = { area: 133.3, street: 's3', day: '2022-11-05', lift: 'Ja', floor: 2 };

type Row = Readonly<Record<string, unknown>>;

/** Shapley values of a row by the predictions of all mixtures with the background. */
function recompute(model: Model, { rows }: BackgroundRows, row: Row, answersOf: (rows: Row[]) => Float64Array) {
  const { inputs } = model.description;
  const worth = Float64Array.from({ length: 1 << inputs.length }, (_, known) => {
    const given = Object.fromEntries(inputs.filter((__, at) => (known >> at) & 1).map((name) => [name, row[name]]));
    return answersOf(rows.map((one) => ({ ...one, ...given }))).reduce((sum, value) => sum + value / rows.length, 0);
  });
  const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1));
  const values = inputs.map((_, at) =>
    worth.reduce((sum, value, known) => {
      if ((known >> at) & 1) return sum;
      const size = known.toString(2).replaceAll('0', '').length;
      const weight = (factorial(size) * factorial(inputs.length - size - 1)) / factorial(inputs.length);
      return sum + weight * (worth[known | (1 << at)] - value);
    }, 0),
  );
  return { base: worth[0], values };
}

const targets: [string, Column][] = [
  ['a number', numberColumn('y', rent)],
  [
    'a class',
    textColumn(
      'y',
      rent.map((value) => (value > 1500 ? 'dear' : 'cheap')),
    ),
  ],
];

test.each(targets)(
  'contributions to %s are recomputed by predicting mixtures with the rows given',
  {
    tags: 'long',
  },
  async (_, target) => {
    const model = await train(tableOf([...columns, target]), { target: 'y', effort: 'quick' });
    const background = model.background!();
    expect(background.hidden).toEqual([]);
    expect(background.rows).toHaveLength(100);
    const predicted = model.predict([asked], {}, [])!;
    const answersOf = (rows: Row[]) => {
      const { values, probabilities } = model.predict(rows, {}, [])!;
      return probabilities ? values.map((__, row) => probabilities[2 * row + predicted.values[0]]) : values;
    };
    const { base, values } = recompute(model, background, asked, answersOf);
    const explained = model.explain([asked], {}, [])!;
    const total = values.reduce((sum, value) => sum + Math.abs(value), 0);
    const apart = values.reduce((sum, value, at) => sum + Math.abs(value - explained.contributions[at]), 0);
    expect(total).toBeGreaterThan(0.1 * Math.abs(base));
    expect(Math.abs(base - explained.base[0])).toBeLessThan(0.002 * total);
    expect(apart).toBeLessThan(0.05 * total);
  },
);

test('cells of texts are not kept, and are said to be hidden', async () => {
  const table = tableOf([columns[0], textColumn('remark', remark), numberColumn('y', rent)]);
  const model = await train(table, { target: 'y', effort: 'quick' });
  const { rows, hidden } = model.background!();
  expect(hidden).toEqual(['remark']);
  expect(rows.every((row) => Object.keys(row).join() === 'area')).toBe(true);
});
