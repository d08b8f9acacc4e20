// @module-tag long
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestService } from '../service.ts';
import { shareTestService } from '../shared-service.ts';
import { trainModel } from './trained.ts';

let service: TestService;
let project: string;
let models = 0;

beforeAll(async () => {
  service = await shareTestService();
  project = await service.project();
});
afterAll(() => service.stop());

type Cell = string | number | boolean | null;
type Rows = Record<string, Cell>[];

/** Makes rows of `a` and `price`, which follows from `a`, changed by `change`. */
function rows(count: number, change: (index: number) => Record<string, Cell> = () => ({})): Rows {
  return Array.from({ length: count }, (_, index) => ({
    a: (index * 7) % 50,
    price: ((index * 7) % 50) * 3 + (index % 4),
    ...change(index),
  }));
}

function train(from: Rows, target = 'price', options = {}) {
  models += 1;
  return trainModel(service, project, `m${models}`, { target, from: { rows: from }, options });
}

const failures: [what: string, rows: Rows, error: RegExp, target?: string, options?: object][] = [
  ['a constant target', rows(40, () => ({ price: 5 })), /column `price` has one distinct value/],
  ['a target without values', rows(40, () => ({ price: null })), /column `price` has no values/],
  ['a target of blanks', rows(40, () => ({ price: ' ' })), /column `price` has no values/],
  ['two rows', rows(2), /column `price` has 2 values: at least 10 rows/],
  ['values in nine rows', rows(40, (i) => ({ price: i < 9 ? i : null })), /column `price` has 9 values/],
  ['others constant', rows(40, () => ({ a: 1 })), /no column is left/],
  ['others empty', rows(40, () => ({ a: null })), /no column is left/],
  ['a class a row', rows(40, (i) => ({ price: `home ${i}` })), /column `price` has 40 distinct values/],
  [
    'a metric of another task',
    rows(40, (i) => ({ price: (i % 9) / 2 })),
    /metric `auc` cannot evaluate a regression/,
    'price',
    { metric: 'auc' },
  ],
];

/** What a query gives is known to the training alone; rows and tables are refused at once. */
test.each(failures)('%s: fails with a sentence, and predict says so', async (_what, from, error, target, options) => {
  models += 1;
  const json = { 'content-type': 'application/json' };
  await service.call('POST', `/projects/${project}/tables?name=t${models}`, JSON.stringify(from), json);
  const source = { target: target ?? 'price', from: { sql: `SELECT * FROM t${models}` }, options };
  const { body } = await trainModel(service, project, `m${models}`, source);
  expect(body).toMatchObject({ status: 'failed', progress: null, active_version: null });
  expect(body.error).toMatch(error);
  expect(body.error).not.toMatch(/\n|Error:|undefined|\/src\//);
  const answer = await service.call('POST', `/projects/${project}/models/${body.name}/predict`, [{}]);
  expect(answer.body).toMatchObject({ status: 409, code: 'model_not_ready', model_status: 'failed' });
  expect(answer.body.detail).toContain(body.error);
});

const words = rows(40, (i) => ({ price: i % 2 ? 'yes' : 'no' }));
const refusals: [what: string, rows: Rows, pointer: string, options?: object][] = [
  ['one column alone', rows(40).map(({ price }) => ({ price })), '/target'],
  ['all others ignored', rows(40), '/options/ignore', { ignore: ['a'] }],
  ['dates', rows(40, (i) => ({ price: `2024-01-${10 + (i % 20)}` })), '/target'],
  ['huge targets', rows(60, (i) => ({ price: (i % 9) * 1e300 })), '/target'],
  ['words for a regression', words, '/options/task', { task: 'regression' }],
  ['words by a metric of numbers', words, '/options/metric', { metric: 'mae' }],
  ['many numbers by a metric of classes', rows(40), '/options/metric', { metric: 'auc' }],
  ['numbers for two classes', rows(40), '/options/task', { task: 'binary' }],
  ['a metric of another task', rows(40), '/options/metric', { task: 'regression', metric: 'log_loss' }],
  [
    'words as an order',
    rows(40, (i) => ({ a: `n${i % 7}`, b: i })),
    '/options/validate/order',
    { validate: { order: 'a' } },
  ],
  ['a metric of a forecast', rows(40), '/options/metric', { order_by: 'a', metric: 'mae' }],
  ['a forecast called a regression', rows(40), '/options/task', { order_by: 'a', task: 'regression' }],
];

test.each(refusals)('%s: refused at once, by the place in the request', async (_what, from, pointer, options) => {
  const request = { name: 'never', target: 'price', from: { rows: from }, options };
  const { status, body } = await service.call('POST', `/projects/${project}/models`, request);
  expect([status, body.errors[0].pointer]).toEqual([400, pointer]);
});

const oddNames = [
  '🏠',
  'السعر',
  '__proto__',
  'constructor',
  'toString',
  'a"b`c\\',
  'ein Preis',
  'price; drop table x',
  '1',
];

const successes: [what: string, rows: Rows, asked: Record<string, Cell>, target?: string][] = [
  ['a target missing in some rows', rows(60, (i) => ({ price: i % 3 ? i : null })), { a: 3 }],
  ['a class with one row', rows(60, (i) => ({ price: i === 7 ? 'rare' : i % 2 ? 'x' : 'y' })), { a: 3 }],
  ['huge numbers', rows(60, (i) => ({ a: i % 2 ? 1.7e308 : -1.7e308, b: i })), { a: 1.7e308 }],
  ['large targets', rows(60, (i) => ({ price: (i % 9) * 1e90 })), { a: 3 }],
  ['tiny numbers', rows(60, (i) => ({ a: i * 5e-324, b: i })), { a: 5e-324 }],
  ['infinity as a word', rows(60, (i) => ({ a: i % 5 ? String(i) : 'inf' })), { a: 'inf' }],
  ['numbers beyond 2^53', rows(60, (i) => ({ id: `90071992547409${10 + i}`, b: i % 7 })), { b: 3 }],
  ['odd names of columns', rows(60, (i) => named(i % 6)), named(3)],
  ...oddNames.map((name): (typeof successes)[number] => [
    `a target ${name}`,
    rows(60).map(({ a, price }) => ({ a, ...own(name, price) })),
    { a: 3 },
    name,
  ]),
];

/** A literal `{ __proto__: … }` would set the prototype. */
function own(name: string, value: Cell): Record<string, Cell> {
  return Object.fromEntries([[name, value]]);
}

function named(value: Cell): Record<string, Cell> {
  return Object.fromEntries(oddNames.map((name) => [name, value]));
}

test.each(successes)('%s: trains and predicts', async (_what, from, asked, target = 'price') => {
  const { body } = await train(from, target);
  expect([body.status, body.error]).toEqual(['complete', null]);
  const answer = await service.call('POST', `/projects/${project}/models/${body.name}/predict`, [asked]);
  expect(answer.status).toBe(200);
  const [row] = answer.body;
  expect(Object.hasOwn(row, target) && row[target] !== null).toBe(true);
  for (const [column, value] of Object.entries(asked)) expect(row[column]).toEqual(value);
  const described = await service.call('GET', `/projects/${project}/models/${body.name}/describe`);
  expect(described.body[0].outputs).toEqual([target]);
});

test('where a column is named like a field of the prediction, the prediction has the field', async () => {
  const from = rows(60, (i) => ({ price_min: i % 5, when_data: i % 3 }));
  const { body } = await train(from);
  const asked = { a: 3, price_min: 1, when_data: 2 };
  const { body: answers } = await service.call('POST', `/projects/${project}/models/${body.name}/predict`, [asked]);
  expect(body.inputs).toContain('price_min');
  expect(answers[0].price_min).toBe(JSON.parse(answers[0].price_explain).confidence_lower_bound);
  expect(answers[0].when_data).toBe(2);
});

test('a target named like a fixed field is predicted all the same', async () => {
  const from = rows(60).map(({ a, price }) => ({ a, when_data: price }));
  const { body } = await train(from, 'when_data');
  const { body: answers } = await service.call('POST', `/projects/${project}/models/${body.name}/predict`, [{ a: 3 }]);
  expect(answers[0].when_data).toEqual(expect.any(Number));
});

test('a target of dates is refused with a query whose target is learned', async () => {
  const csv = Array.from({ length: 60 }, (_, i) => `${i},2024-01-${10 + (i % 9)},2024-02-${10 + (i % 19)}`).join('\n');
  const text = { 'content-type': 'text/csv' };
  await service.call('POST', `/projects/${project}/tables?name=repairs`, `hours,"built on",failed\n${csv}\n`, text);
  const ask = (target: string, from: object) =>
    service.call('POST', `/projects/${project}/models`, { name: 'dates', target, from });
  const { status, body } = await ask('failed', { table: 'repairs' });
  expect([status, body.errors[0].pointer]).toEqual([400, '/target']);
  expect(body.detail).toContain('predict the days from built on to it');
  const sql = JSON.parse(/\{"sql".*\}/.exec(body.detail)?.[0] ?? '{}');
  const rows = (await service.call('POST', `/projects/${project}/query`, sql)).body.rows;
  expect(rows[0]).toEqual({ hours: 0, 'built on': '2024-01-10', days: 31 });
  const { body: trained } = await trainModel(service, project, 'days_to_failure', { target: 'days', from: sql });
  expect(trained).toMatchObject({ status: 'complete', task: 'regression' });
});
