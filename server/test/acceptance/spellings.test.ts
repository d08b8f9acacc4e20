import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestService } from '../service.ts';
import { shareTestService } from '../shared-service.ts';
import { rawCall } from './raw-call.ts';
import { trainModel } from './trained.ts';

let service: TestService;
let project: string;
let ids: { project: string; model: string };

beforeAll(async () => {
  service = await shareTestService();
  project = await service.project();
  const model = await trainModel(service, project, 'rent');
  const owner = await service.call('GET', `/projects/${project}`);
  ids = { project: owner.body.id, model: model.body.id };
});
afterAll(() => service.stop());

const json = { 'content-type': 'application/json' };
const row = { sqft: '823', location: 'good', number_of_rooms: null };

/** The fields of a prediction, in their order. */
const predictionKeys = [
  '__service_row_id',
  'days_on_market',
  'location',
  'neighborhood',
  'number_of_bathrooms',
  'number_of_rooms',
  'rental_price',
  'rental_price_anomaly',
  'rental_price_confidence',
  'rental_price_explain',
  'rental_price_max',
  'rental_price_min',
  'rental_price_original',
  'select_data_query',
  'sqft',
  'when_data',
];
const explainKeys = [
  'predicted_value',
  'confidence',
  'anomaly',
  'truth',
  'confidence_lower_bound',
  'confidence_upper_bound',
];

const spellings = ['/projects', '/api/projects', '/v1/api/projects', '/v1/api/api/projects'];

describe.each(spellings)('under %s', (base) => {
  const model = () => `${base}/${project}/models/rent`;

  test('predict answers a bare array, a row per item, keys in order', async () => {
    const answer = await service.call('POST', `${model()}/predict`, [row, {}]);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json\b/);
    expect(answer.body.map(Object.keys)).toEqual([predictionKeys, predictionKeys]);
  });

  test.each([
    ['rows', [row]],
    ['one row', row],
  ])('predict answers {data} of %s', async (_name, data) => {
    const wrapped = await service.call('POST', `${model()}/predict`, { data, params: { quantile: 0.9 } });
    const bare = await service.call('POST', `${model()}/predict`, [row]);
    expect(wrapped.status).toBe(200);
    expect(wrapped.text).toBe(bare.text);
  });

  test('names, IDs and versions address the same model', async () => {
    const byName = await service.call('POST', `${model()}/predict`, [row]);
    for (const address of [
      `${project}/models/rent.1`,
      `${ids.project}/models/${ids.model}`,
      `${project}/models/${ids.model}.1`,
    ]) {
      const answer = await service.call('POST', `${base}/${address}/predict`, [row]);
      expect([answer.status, answer.text]).toEqual([200, byName.text]);
    }
  });

  test('describe answers the five fields, with the attribute in a GET body, in the query or nowhere', async () => {
    const inBody = await rawCall(service, 'GET', `${model()}/describe`, {
      headers: json,
      body: '{"attribute":"info"}',
    });
    const inQuery = await rawCall(service, 'GET', `${model()}/describe?attribute=info`);
    const nowhere = await rawCall(service, 'GET', `${model()}/describe`, { headers: json });
    expect(inBody.status).toBe(200);
    expect(inBody.body).toHaveLength(1);
    expect(Object.keys(inBody.body[0])).toEqual(['accuracies', 'column_importances', 'inputs', 'model', 'outputs']);
    expect([inQuery.text, nowhere.text]).toEqual([inBody.text, inBody.text]);
  });

  test('describe has what a page needs to draw: curves, residuals and importances with their spread', async () => {
    const ask = async (attribute: string) =>
      (await rawCall(service, 'GET', `${model()}/describe`, { headers: json, body: JSON.stringify({ attribute }) }))
        .body;
    const [curve] = await ask('dependence');
    expect(Object.keys(curve)).toEqual(['column', 'type', 'class', 'points']);
    expect(Object.keys(curve.points[0])).toEqual(['value', 'mean', 'low', 'high', 'count', 'error']);
    const [{ bands, histogram }] = await ask('residuals');
    expect(Object.keys(bands[0])).toEqual(['from', 'to', 'count', 'mean', 'low', 'median', 'high']);
    expect(Object.keys(histogram[0])).toEqual(['from', 'to', 'count']);
    const [{ rows, points }] = await ask('predicted_actual');
    expect(points).toHaveLength(rows);
    expect([await ask('roc'), await ask('gains'), await ask('classes')]).toEqual([[], [], []]);
    expect(await ask('slices')).toEqual([{ metric: 'mae', looked_at: expect.any(Number), found: expect.any(Array) }]);
    expect(Object.keys((await ask('calibration'))[0])).toEqual(['confidence', 'observed', 'standard_error', 'count']);
    expect(Object.keys((await ask('importances'))[0])).toEqual([
      'column',
      'importance',
      'standard_error',
      'within_noise',
      'group',
      'spread',
      'loss_increase',
      'loss_increase_error',
    ]);
  });

  test('a record comes bare or in a wrapper', async () => {
    const name = `wrapped${base.replaceAll('/', '_')}`;
    const created = await service.call('POST', base, { project: { name } });
    const changed = await service.call('PUT', `${base}/${name}`, { project: { description: 'a' } });
    const deleted = await service.call('DELETE', `${base}/${name}`);
    expect([created.status, changed.status, deleted.status]).toEqual([201, 200, 204]);
    expect(changed.body).toMatchObject({ id: created.body.id, name, description: 'a' });
  });
});

const path = (rest: string) => `/projects/${project}/models/rent/${rest}`;

test('a prediction carries each field that existing clients read', async () => {
  const { body } = await service.call('POST', path('predict'), [row]);
  const [answer] = body;
  expect(answer).toMatchObject({ ...row, days_on_market: null, __service_row_id: null, when_data: null });
  expect(answer).toMatchObject({ select_data_query: null, rental_price_anomaly: null, rental_price_original: null });
  expect(answer.rental_price_confidence).toBe(0.9);
  expect(answer.rental_price_min).toBeLessThan(answer.rental_price);
  expect(answer.rental_price).toBeLessThan(answer.rental_price_max);
});

test('the explanation repeats the fields as JSON in a text', async () => {
  const { body } = await service.call('POST', path('predict'), [row]);
  const [answer] = body;
  const { unknown_inputs: unknown, ...explain } = JSON.parse(answer.rental_price_explain);
  expect(unknown).toContain('number_of_rooms');
  expect(unknown).not.toContain('sqft');
  expect(Object.keys(explain)).toEqual(explainKeys);
  expect(explain).toEqual({
    predicted_value: answer.rental_price,
    confidence: answer.rental_price_confidence,
    anomaly: null,
    truth: null,
    confidence_lower_bound: answer.rental_price_min,
    confidence_upper_bound: answer.rental_price_max,
  });
});

test.each([
  ['a number', 1_000_000, true, 1_000_000],
  ['a text', '1000000', true, 1_000_000],
  ['within the bounds', undefined, false, undefined],
])('a truth comes back with the verdict: %s', async (_name, given, anomaly, read) => {
  const plain = await service.call('POST', path('predict'), [row]);
  const truth = given ?? plain.body[0].rental_price;
  const { body } = await service.call('POST', path('predict'), [{ ...row, rental_price: truth }]);
  expect(body[0]).toMatchObject({ rental_price_original: truth, rental_price_anomaly: anomaly });
  expect(JSON.parse(body[0].rental_price_explain)).toMatchObject({ truth: read ?? truth, anomaly });
});

test('numbers and texts, null and absent, seen and unseen categories are all answered', async () => {
  const rows = [
    { sqft: 823 },
    { sqft: '823' },
    { sqft: 823, location: null },
    { sqft: ' 823 ' },
    { location: 'the moon' },
  ];
  const { status, body } = await service.call('POST', path('predict'), rows);
  expect(status).toBe(200);
  expect(body[1]).toMatchObject({ rental_price: body[0].rental_price, sqft: '823' });
  expect(body[2].rental_price).toBe(body[0].rental_price);
  expect(body[3].rental_price).toBe(body[0].rental_price);
  expect(body[4]).toMatchObject({ location: 'the moon', rental_price: expect.any(Number) });
});

test('unknown columns pass where they are to be ignored', async () => {
  const data = [{ ...row, colour: 'red' }];
  const { status, body } = await service.call('POST', path('predict'), { data, params: { unknown_columns: 'ignore' } });
  expect(status).toBe(200);
  expect(Object.keys(body[0])).toEqual(predictionKeys);
});

test('a wider share gives wider bounds', async () => {
  const ask = async (quantile: number) => {
    const { body } = await service.call('POST', path('predict'), { data: row, params: { quantile } });
    return body[0].rental_price_max - body[0].rental_price_min;
  };
  expect(await ask(0.99)).toBeGreaterThan(await ask(0.6));
});

test('no rows, no answers', async () => {
  const answer = await service.call('POST', path('predict'), []);
  expect([answer.status, answer.body]).toEqual([200, []]);
});

test('rows come as lines where those are wanted', async () => {
  const lines = await service.call('POST', path('predict'), [row, {}], { ...json, accept: 'application/x-ndjson' });
  const array = await service.call('POST', path('predict'), [row, {}]);
  expect(lines.headers.get('content-type')).toBe('application/x-ndjson');
  expect(lines.text.endsWith('\n')).toBe(true);
  expect(
    lines.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual(array.body);
});

test.each([
  ['features', ['column', 'type', 'encoder', 'role', 'importance', 'missing', 'distinct']],
  ['model', ['name', 'performance', 'training_seconds', 'selected', 'metric', 'held_rows', 'model_performance']],
  ['accuracies', ['metric', 'value', 'standard_error', 'baseline']],
  ['progress', ['version', 'status', 'progress', 'error']],
])('describe %s answers rows of its fields', async (attribute, fields) => {
  const { status, body } = await service.call('GET', path(`describe?attribute=${attribute}`));
  expect(status).toBe(200);
  expect(body.length).toBeGreaterThan(0);
  for (const one of body) expect(Object.keys(one).sort()).toEqual([...fields].sort());
});

test.each(['plan', 'jsonai', 'calibration', 'data'])('describe %s answers rows', async (attribute) => {
  const { status, body } = await service.call('GET', path(`describe?attribute=${attribute}`));
  expect(status).toBe(200);
  expect(body.length).toBeGreaterThan(0);
});

test('describe tells every column with its importance, inputs as they are asked for', async () => {
  const { body } = await service.call('GET', path('describe'));
  const { inputs, column_importances, accuracies, model, outputs } = body[0];
  expect(Object.keys(column_importances).sort()).toEqual([...inputs].sort());
  expect(outputs).toEqual(['rental_price']);
  expect(accuracies.r2_score).toEqual(expect.any(Number));
  expect(model.split(' --> ').length).toBeGreaterThan(2);
});
