import { expect, test } from 'vitest';
import { loadModel } from '../../src/load.ts';
import { train } from '../../src/train.ts';
import { numberColumn, tableOf, textColumn } from '../tables.ts';
import { createNormal, drawCustomers, drawNoise, drawNoisy, drawWalk, scoreFresh } from './worlds.ts';

const request = { target: 'y', effort: 'quick' } as const;

test('customers with several rows have figures for rows like theirs, and for new customers', async () => {
  const model = await train(drawCustomers(80, 6, 1), request);
  const { accuracies, accuraciesElsewhere, validation, features } = loadModel(model.toBytes()).description;
  const elsewhere = accuraciesElsewhere?.find(({ column }) => column === 'customer_id');
  const fresh = scoreFresh(model, drawCustomers(300, 6, 2));
  expect((elsewhere?.accuracies.r2_score ?? 1) - fresh.r2).toBeLessThan(0.2);
  expect(accuracies.r2_score).toBeGreaterThan((elsewhere?.accuracies.r2_score ?? 1) + 0.3);
  expect(fresh.coverage).toBeGreaterThan(0.8);
  expect(validation).toMatchObject({ scheme: 'random', column: null, reason: 'usual' });
  expect(validation?.compared[0].random).toBeGreaterThan((validation?.compared[0].held_apart ?? 1) + 0.3);
  expect(features.find(({ column }) => column === 'customer_id')?.role).toBe('feature');
});

test('where no time is left to judge new customers, what small trees show of them is told', async () => {
  const { accuraciesElsewhere, warnings } = (
    await train(drawCustomers(80, 6, 1), { ...request, timeBudgetSeconds: 0.01 })
  ).description;
  expect(accuraciesElsewhere).toBeUndefined();
  expect(warnings.join()).toContain('rows with the same `customer_id` are related');
  expect(warnings.join()).not.toContain('by "customer_id"');
});

test('a number of firms that tells new firms as well as known ones stays an input', async () => {
  const [firms, years] = [200, 10];
  const column = (name: string, cell: (row: number) => number) =>
    numberColumn(
      name,
      Array.from({ length: firms * years }, (_, row) => cell(row)),
    );
  const columns = [
    column('firm', (row) => 1 + Math.floor(row / years)),
    column('year', (row) => 1 + (row % years)),
    column('y', (row) => 1 + row),
  ];
  const { accuracies, features, warnings } = (await train({ rowCount: firms * years, columns }, request)).description;
  expect(features.find((one) => one.column === 'firm')?.role).toBe('feature');
  expect(accuracies.r2_score).toBeGreaterThan(0.99);
  expect(warnings.join()).not.toContain('are related');
});

test('a walk is held out forward, and is not called known', async () => {
  const { accuracies, accuraciesElsewhere, baseline, validation } = (await train(drawWalk(500, 3, 0, 350), request))
    .description;
  expect(validation).toMatchObject({ scheme: 'forward', column: 'date' });
  expect(accuracies.r2_score).toBeLessThan(0.3);
  expect(accuraciesElsewhere).toMatchObject([{ scheme: 'random', column: 'date' }]);
  expect(Object.keys(baseline)).toEqual(Object.keys(accuracies));
});

test('events that stand one after the other, each by its years, are judged as rows like theirs come', async () => {
  const draw = createNormal(6);
  const runs = [1897, 1966, 1975, 1977].flatMap((first, event) =>
    Array.from({ length: 2020 - first }, (_, year) => ({ event, year: first + year })),
  );
  const table = tableOf([
    textColumn(
      'event',
      runs.map(({ event }) => `event ${event}`),
    ),
    numberColumn(
      'year',
      runs.map(({ year }) => year),
    ),
    numberColumn(
      'y',
      runs.map(({ event, year }) => [2.9, 3.1, 2.2, 2.4][event] - (year - 1950) / 100 + 0.05 * draw()),
    ),
  ]);
  const { accuracies, validation, warnings } = (await train(table, request)).description;
  expect(validation).toMatchObject({ scheme: 'random', compared: [{ column: 'year', evident: true }] });
  expect(accuracies.r2_score).toBeGreaterThan(0.9);
  expect(warnings.join()).not.toContain('not significantly better than');
});

test('a walk whose date stands in year, month and day is held out forward, with few pieces of evidence', async () => {
  const { known, asked } = walkInParts(500, 350);
  const model = await train(known, request);
  const { accuracies, validation } = model.description;
  expect(validation).toMatchObject({ scheme: 'forward', column: 'year, month, day', reason: 'found' });
  expect(validation?.independent).toBeLessThan(20);
  expect(accuracies.r2_score).toBeLessThan(0.3);
  const again = loadModel(model.toBytes());
  expect(again.predict(asked, {}, [])).toEqual(model.predict(asked, {}, []));
});

test('a walk goes on from where it is, and its bounds widen with time', async () => {
  let [off, inside] = [0, 0];
  const seeds = [21, 22, 23, 24];
  for (const seed of seeds) {
    const { known, asked, later } = walkInParts(700, 560, seed);
    const { values, lower, upper } = (await train(known, request)).predict(asked, { quantile: 0.9 }, [])!;
    const truth = known.columns.find(({ name }) => name === 'y');
    if (truth?.type !== 'number') throw new Error('no target');
    off += Math.abs(values[0] - truth.values[truth.values.length - 1]) / seeds.length;
    inside += later.filter((value, row) => value >= lower![row] && value <= upper![row]).length / 140 / seeds.length;
    expect(upper![139] - lower![139]).toBeGreaterThanOrEqual(upper![0] - lower![0]);
  }
  expect(off).toBeLessThan(4);
  expect(inside).toBeGreaterThan(0.8);
});

/** A walk by days, whose dates stand in three columns, and its rows from `until` on. */
function walkInParts(days: number, until: number, seed = 3) {
  const whole = drawWalk(days, seed);
  const dates = whole.columns.find(({ name }) => name === 'date');
  if (dates?.type !== 'time') throw new Error('no dates');
  const part = (name: string, read: (date: Date) => number) =>
    numberColumn(
      name,
      [...dates.values].map((moment) => read(new Date(moment))),
    );
  const columns = [
    part('year', (date) => date.getUTCFullYear()),
    part('month', (date) => date.getUTCMonth() + 1),
    part('day', (date) => date.getUTCDate()),
    ...whole.columns.filter((column) => column !== dates),
  ].flatMap((column) => (column.type === 'number' ? [column] : []));
  const known = {
    rowCount: until,
    columns: columns.map(({ name, values }) => numberColumn(name, values.slice(0, until))),
  };
  const asked = Array.from({ length: days - until }, (_, row) =>
    Object.fromEntries(columns.map(({ name, values }) => [name, values[until + row]])),
  );
  return { known, asked, later: asked.map(({ y }) => y) };
}

test('the request decides how rows are held out', { tags: 'long' }, async () => {
  const table = drawCustomers(60, 5, 4);
  const random = (await train(table, { ...request, validate: { scheme: 'random' } })).description;
  expect(random.validation).toMatchObject({ scheme: 'random', reason: 'asked' });
  expect(random.validation?.compared[0]).toMatchObject({ column: 'customer_id', evident: true });
  const byAge = (await train(table, { ...request, validate: { group: 'age' } })).description;
  expect(byAge.validation).toMatchObject({ scheme: 'group', column: 'age', reason: 'asked' });
  await expect(train(table, { ...request, validate: { group: 'nobody' } })).rejects.toMatchObject({
    code: 'column_not_found',
  });
  await expect(train(drawNoisy(60, 1), { ...request, validate: { scheme: 'forward' } })).rejects.toMatchObject({
    code: 'bad_validation',
  });
});

test('the best of many blends of noise is not called better than the mean', { tags: 'long' }, async () => {
  const all = { target: 'y', timeBudgetSeconds: 600 };
  const said = [];
  for (const seed of [12, 13]) {
    const { accuracies, warnings } = (await train(drawNoise(80, 30, seed), all)).description;
    said.push(accuracies.r2_score);
    expect(warnings.join()).toContain('not significantly better than always predicting the mean');
  }
  expect(Math.max(...said)).toBeLessThan(0.05);
});

test('each figure has its standard error and what a model without inputs gets', async () => {
  const { accuracies, baseline, standardErrors, validation } = (await train(drawNoisy(150, 5), request)).description;
  expect(validation).toMatchObject({ scheme: 'random', reason: 'usual', compared: [] });
  for (const name of ['r2_score', 'rmse', 'mae', 'median_ae']) expect(standardErrors[name]).toBeGreaterThan(0);
  expect(Math.abs(baseline.r2_score)).toBeLessThan(0.05);
  expect(baseline.mae).toBeGreaterThan(accuracies.mae);
});

test('what is still to be learned makes figures uncertain', async () => {
  const draw = createNormal(2);
  const inputs = Array.from({ length: 40 }, () => Float64Array.from({ length: 150 }, draw));
  const y = inputs[0].map((_, row) => inputs.reduce((sum, values) => sum + 0.4 * values[row], draw()));
  const columns = [...inputs.map((values, input) => numberColumn(`x${input}`, values)), numberColumn('y', y)];
  const { standardErrors, learning } = (await train({ rowCount: 150, columns }, request)).description;
  if (!learning) throw new Error('no learning curve');
  expect(learning.all - learning.half).toBeGreaterThan(0.05);
  expect(standardErrors.r2_score).toBeGreaterThan(0.35 * (learning.all - learning.half));
});

test('a training of customers with six rows each ends, though time sufficed for few splits', async () => {
  const model = await train(drawCustomers(80, 6, 7), { target: 'y', timeBudgetSeconds: 0.1 });
  const answers = model.predict([{ age: 40 }], { quantile: 0.9 }, []);
  expect(answers?.lower?.[0]).toBeLessThan(answers?.upper?.[0] ?? Number.NaN);
});
