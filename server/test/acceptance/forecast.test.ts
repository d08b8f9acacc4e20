import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../service.ts';
import { shareTestService } from '../shared-service.ts';
import { trainModel } from './trained.ts';

/** Four years of monthly sales of two shops. */
const months = Array.from(
  { length: 48 },
  (_, place) => `${2020 + Math.floor(place / 12)}-${String((place % 12) + 1).padStart(2, '0')}`,
);
const sales = ['north', 'south'].flatMap((shop, index) =>
  months.map((month, place) => ({
    month,
    shop,
    units: (index + 1) * (100 + place + 30 * Number(place % 12 === 11)) + ((place * 7919) % 5),
  })),
);
const csv = ['month,shop,units', ...sales.map(({ month, shop, units }) => `${month},${shop},${units}`)].join('\n');
const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const options = { order_by: 'month', group_by: ['shop'], horizon: 3 };

describe('forecasts', () => {
  let service: TestService;
  let project: string;
  let models: string;
  beforeAll(async () => {
    service = await shareTestService();
    project = await service.project();
    models = `/projects/${project}/models`;
    await service.call('POST', `/projects/${project}/tables?name=sales`, csv, { 'content-type': 'text/csv' });
    await trainModel(service, project, 'sales', { target: 'units', from: { table: 'sales' }, options });
  });
  afterAll(() => service.stop());

  const predict = (body: unknown, model = 'sales') => service.call('POST', `${models}/${model}/predict`, body);
  const describeModel = (attribute: string) => service.call('GET', `${models}/sales/describe?attribute=${attribute}`);

  test('the record says what was learned', async () => {
    const { body } = await service.call('GET', `${models}/sales`);
    expect(body).toMatchObject({
      status: 'complete',
      task: 'forecast',
      inputs: ['month', 'shop'],
      options,
      row_count: 96,
    });
    expect(body.accuracy).toBeGreaterThan(0.9);
    expect(body.accuracies.mase).toBeLessThan(1);
  });

  test('is not retrained on an alarm, which nothing raises', async () => {
    const refused = await service.call('PUT', `${models}/sales`, { schedule: { after_rows: 10, on_alarm: true } });
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ pointer: '/schedule/on_alarm' }] } });
    const set = await service.call('PUT', `${models}/sales`, { schedule: { after_rows: 10, on_alarm: false } });
    expect(set.status).toBe(200);
    await service.call('PUT', `${models}/sales`, { schedule: null });
  });

  test('a row that names a series is answered with the next times, in the fields of every prediction', async () => {
    const { status, body } = await predict([{ shop: 'south', __service_row_id: 7 }]);
    expect(status).toBe(200);
    expect(body.map(({ month }: { month: string }) => month.slice(0, 7))).toEqual(['2024-01', '2024-02', '2024-03']);
    const [row] = body;
    expect(Object.keys(row)).toEqual([
      '__service_row_id',
      'month',
      'select_data_query',
      'shop',
      'units',
      'units_anomaly',
      'units_confidence',
      'units_explain',
      'units_max',
      'units_min',
      'units_original',
      'when_data',
    ]);
    expect(row).toMatchObject({ __service_row_id: 7, shop: 'south', units_anomaly: null, units_original: null });
    expect(Math.abs(row.units - 298)).toBeLessThan(30);
    expect(row.units_min).toBeLessThan(row.units);
    expect(JSON.parse(row.units_explain)).toMatchObject({
      predicted_value: row.units,
      confidence_upper_bound: row.units_max,
    });
  });

  test('an empty row asks for all series; the horizon and the coverage may be asked', async () => {
    const { body } = await predict({ data: {}, params: { horizon: 9, quantile: 0.5 } });
    expect(body).toHaveLength(18);
    expect(body[9].shop).toBe('south');
    const wide = await predict({ data: {}, params: { horizon: 9, quantile: 0.95 } });
    expect(wide.body[0].units_max).toBeGreaterThan(body[0].units_max);
    expect((await predict([])).body).toEqual([]);
  });

  test('a truth with its time is held against the forecast', async () => {
    const { body } = await predict([
      { shop: 'north', month: '2024-02', units: '9000' },
      { shop: 'north', month: '2024-02' },
    ]);
    expect(body).toHaveLength(2);
    expect(body[0]).toMatchObject({ units_original: '9000', units_anomaly: true });
    expect(JSON.parse(body[0].units_explain)).toMatchObject({ truth: 9000, anomaly: true });
    expect(body[1]).toMatchObject({ units: body[0].units, units_anomaly: null });
  });

  test('several rows of one time are refused with the option that takes them together, which describe and predict name', async () => {
    const options = { order_by: 'month', horizon: 3, effort: 'quick' };
    const train = (name: string, more: object) =>
      trainModel(service, project, name, {
        target: 'units',
        from: { table: 'sales' },
        options: { ...options, ...more },
      });
    const asked = { name: 'twice', target: 'units', from: { table: 'sales' }, options };
    const refused = await service.call('POST', models, asked);
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toMatchObject([{ pointer: '/options/order_by', code: 'times_repeated' }]);
    expect(refused.body.detail).toContain('set options.aggregate to sum, mean, last or count');
    const { body: record } = await train('together', { aggregate: 'sum' });
    expect(record.warnings[0]).toContain('96 rows are aggregated to 48 times: each value is the sum');
    const plan = await service.call('GET', `${models}/together/describe?attribute=plan`);
    expect(plan.body[0]).toMatchObject({ aggregate: 'sum', step: 'month' });
    const { body } = await predict([{}], 'together');
    expect(body[0].units).toBeGreaterThan(400);
    expect(JSON.parse(body[0].units_explain)).toMatchObject({ predicted_value: body[0].units, aggregate: 'sum' });
  });

  test('weeks are answered in the spelling of the table', async () => {
    const week = (place: number) =>
      place < 53 ? `2020-W${String(place + 1).padStart(2, '0')}` : `2021-W0${place - 52}`;
    const rows = Array.from({ length: 55 }, (_, place) => ({ week: week(place), y: 20 + place + ((place * 7) % 5) }));
    const options = { order_by: 'week', horizon: 2 };
    await trainModel(service, project, 'weekly', { target: 'y', from: { rows }, options });
    const { body } = await predict([{}, { week: '2021-W05' }], 'weekly');
    expect(body.map((row: { week: string }) => row.week)).toEqual(['2021-W03', '2021-W04', '2021-W05']);
  });

  test.each<[string, string, (year: number, month: number) => string | number, string | number]>([
    ['words', 'month', (year, month) => `${monthNames[month]}-${year % 100}`, 'Feb-23'],
    ['figures', 'period', (year, month) => year * 100 + month + 1, 202302],
  ])('months in %s are asked in the spelling of the table or of ISO', async (kind, name, write, asked) => {
    const times = Array.from({ length: 36 }, (_, place) => write(2020 + Math.floor(place / 12), place % 12));
    const text = [`${name},y`, ...times.map((time, place) => `${time},${20 + place + ((place * 7) % 5)}`)].join('\n');
    await service.call('POST', `/projects/${project}/tables?name=${kind}`, text, { 'content-type': 'text/csv' });
    const options = { order_by: name, horizon: 3 };
    await trainModel(service, project, kind, { target: 'y', from: { table: kind }, options });
    const { body } = await predict([{ [name]: asked }, { [name]: '2023-02-01' }], kind);
    expect(body.map((row: Record<string, unknown>) => row[name])).toEqual(['2023-02-01', '2023-02-01']);
    const late = await predict([{ [name]: write(2020, 0) }], kind);
    expect(late).toMatchObject({ status: 400, body: { errors: [{ pointer: `/0/${name}` }] } });
  });

  test('local hours over the clock change of autumn are trained, and asked by the clock', async () => {
    const first = Date.UTC(2023, 9, 26);
    const clock = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Berlin', dateStyle: 'short', timeStyle: 'short' });
    const rows = Array.from({ length: 144 }, (_, hour) => `${clock.format(first + hour * 3_600_000)},${hour % 24}`);
    const text = ['at,y', ...rows].join('\n');
    expect(new Set(rows.map((row) => row.split(',')[0])).size).toBe(143);
    await service.call('POST', `/projects/${project}/tables?name=autumn`, text, { 'content-type': 'text/csv' });
    const { body: record } = await trainModel(service, project, 'autumn', {
      target: 'y',
      from: { table: 'autumn' },
      options: { order_by: 'at', horizon: 3 },
    });
    expect(record).toMatchObject({
      status: 'complete',
      warnings: expect.arrayContaining([expect.stringContaining('Europe/Berlin')]),
    });
    const { body } = await predict([{ at: '2023-11-01 02:00' }], 'autumn');
    expect(body[0].at).toContain('2023-11-01T02:00');
  });

  test('describe tells the methods with their errors, the series and the times', async () => {
    const methods = (await describeModel('model')).body;
    expect(methods.length).toBeGreaterThanOrEqual(5);
    expect(methods[0]).toMatchObject({ name: 'seasonal naive', metric: 'mase' });
    expect((await describeModel('info')).body[0]).toMatchObject({ inputs: ['month', 'shop'], outputs: ['units'] });
    expect((await describeModel('plan')).body[0]).toMatchObject({ step: 'month', horizon: 3, most_horizon: 9 });
    expect((await describeModel('features')).body.map(({ role }: { role: string }) => role)).toEqual([
      'time',
      'group',
      'target',
    ]);
    expect((await describeModel('confusion_matrix')).body).toEqual([]);
  });

  test.each<[string, unknown, string]>([
    ['an unknown series', [{}, { shop: 'moon' }], '/1/shop'],
    ['a time of the past', [{ shop: 'north', month: '2020-01' }], '/0/month'],
    ['no time', [{ shop: 'north', month: 'soon' }], '/0/month'],
    ['a truth without a time', [{ shop: 'north', units: 3 }], '/0/month'],
    ['a truth of words', [{ shop: 'north', month: '2024-01', units: 'many' }], '/0/units'],
    ['an unknown column', [{ colour: 'red' }], '/0/colour'],
    ['a horizon beyond the model', { data: {}, params: { horizon: 10 } }, '/data/month'],
    ['a horizon of nothing', { data: {}, params: { horizon: 0 } }, '/params/horizon'],
    ['contributions', { data: {}, params: { explain: true } }, '/params/explain'],
    ['a threshold', { data: {}, params: { threshold: 0.5 } }, '/params/threshold'],
  ])('%s is refused', async (_, body, pointer) => {
    const answer = await predict(body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    expect(answer.body.errors[0].pointer).toBe(pointer);
  });

  test.each<[string, object, number, string]>([
    ['a column of times that is not there', { order_by: 'when' }, 422, '/options/order_by'],
    ['a group that is not there', { order_by: 'month', group_by: ['shop', 'town'] }, 422, '/options/group_by/1'],
    ['groups without times', { group_by: ['shop'] }, 400, '/options/group_by'],
    ['rows taken together without times', { aggregate: 'sum' }, 400, '/options/aggregate'],
    ['an unknown way to take rows together', { order_by: 'month', aggregate: 'median' }, 400, '/options/aggregate'],
    ['the target as its own time', { order_by: 'units' }, 400, '/options/order_by'],
    ['a forecast without times', { task: 'forecast' }, 400, '/options/task'],
    ['a horizon of nothing', { order_by: 'month', horizon: 0 }, 400, '/options/horizon'],
  ])('%s is refused', async (_, wrong, status, pointer) => {
    const body = { name: 'wrong', target: 'units', from: { table: 'sales' }, options: wrong };
    const answer = await service.call('POST', models, body);
    expect(answer.status).toBe(status);
    expect(answer.body.errors[0].pointer).toBe(pointer);
  });

  test('times that repeat in a series fail the training with a sentence that names them', async () => {
    const from = { rows: [...sales, sales[0]] };
    const { body } = await trainModel(service, project, 'mixed', { target: 'units', from, options });
    expect(body).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/north.*2020-01.* more than once in `month`: add the column/),
    });
  });

  test('a model of rows takes no horizon', async () => {
    await trainModel(service, project, 'plain', { target: 'units', from: { table: 'sales' } });
    const answer = await predict({ data: {}, params: { horizon: 3 } }, 'plain');
    expect(answer.body.errors[0]).toMatchObject({ pointer: '/params/horizon', code: 'not_allowed' });
  });

  test('few rows cannot ask for answers without end', async () => {
    const small = await startTestService({ SIBYL_MAX_PREDICT_ROWS: '20' });
    const home = await small.project();
    await trainModel(small, home, 'sales', { target: 'units', from: { rows: sales }, options });
    const answer = await small.call('POST', `/projects/${home}/models/sales/predict`, [{}, {}, {}, {}]);
    await small.stop();
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: '/3/month' }] } });
  });
});
