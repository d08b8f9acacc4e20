import { expect, test } from 'vitest';
import { loadModel } from '../../src/load.ts';
import { train } from '../../src/train.ts';
import { numberColumn } from '../tables.ts';
import { drawCustomers, drawNoise, drawNoisy, drawWalk, scoreFresh } from './worlds.ts';

const request = { target: 'y', effort: 'quick' } as const;

test('customers with several rows are held out as customers, and what random rows would say is told', async () => {
  const model = await train(drawCustomers(80, 6, 1), request);
  const { accuracies, validation, warnings, features } = loadModel(model.toBytes()).description;
  const fresh = scoreFresh(model, drawCustomers(300, 6, 2));
  expect(accuracies.r2_score - fresh.r2).toBeLessThan(0.2);
  expect(fresh.coverage).toBeGreaterThan(0.8);
  expect(validation).toMatchObject({ scheme: 'group', column: 'customer_id', reason: 'found' });
  expect(validation?.compared[0].random).toBeGreaterThan((validation?.compared[0].held_apart ?? 1) + 0.3);
  expect(features.find(({ column }) => column === 'customer_id')?.role).toBe('group');
  expect(warnings.join()).toContain('rows with the same `customer_id` hang together');
});

test('a walk is held out forward, and is not called known', async () => {
  const { accuracies, baseline, validation } = (await train(drawWalk(500, 3, 0, 350), request)).description;
  expect(validation).toMatchObject({ scheme: 'forward', column: 'date' });
  expect(accuracies.r2_score).toBeLessThan(0.3);
  expect(Object.keys(baseline)).toEqual(Object.keys(accuracies));
});

test('a walk whose date stands in year, month and day is held out forward, with few pieces of evidence', async () => {
  const walk = drawWalk(500, 3, 0, 350);
  const dates = walk.columns.find(({ name }) => name === 'date');
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
    ...walk.columns.filter((column) => column !== dates),
  ];
  const { accuracies, validation } = (await train({ ...walk, columns }, request)).description;
  expect(validation).toMatchObject({ scheme: 'forward', column: 'year, month, day', reason: 'found' });
  expect(validation?.independent).toBeLessThan(20);
  expect(accuracies.r2_score).toBeLessThan(0.3);
});

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
    expect(warnings.join()).toContain('not better than always saying the mean');
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

test('a training of customers with six rows each ends, though time sufficed for few splits', async () => {
  const model = await train(drawCustomers(80, 6, 7), { target: 'y', timeBudgetSeconds: 0.1 });
  const answers = model.predict([{ age: 40 }], { quantile: 0.9 }, []);
  expect(answers?.lower?.[0]).toBeLessThan(answers?.upper?.[0] ?? Number.NaN);
});
