import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestService } from '../../../../test/service.ts';
import { shareTestService } from '../../../../test/shared-service.ts';

const csv = { 'content-type': 'text/csv' };
const noise = (row: number, salt: number) => ((row * 7919 + salt * 104729) % 1009) / 1009 - 0.5;
/** The price follows from size and age; `age` is all that `by_age` learns from. */
const line = (row: number) =>
  `${row},${row % 41},${row % 7},${20 * (row % 41) - 10 * (row % 7) + 40 * noise(row, 1)},${row % 2 ? 'yes' : 'no'}`;
const table = (from: number, to: number) =>
  `row,size,age,price,odd\n${Array.from({ length: to - from }, (_, row) => line(from + row)).join('\n')}\n`;

let service: TestService;
let project: string;

async function train(name: string, body: object): Promise<void> {
  const made = await service.call('POST', `${project}/models`, { name, options: { effort: 'quick' }, ...body });
  expect(made.status, made.text).toBe(201);
  await service.until(`${project}/models/${name}`, ({ body: { status } }) => status === 'complete');
}

const compare = (model: string, other: string) =>
  service.call('GET', `${project}/models/${model}/comparison?with=${encodeURIComponent(other)}`);

beforeAll(async () => {
  service = await shareTestService();
  project = `/projects/${await service.project()}`;
  await service.call('POST', `${project}/tables?name=homes`, table(0, 150), csv);
  await train('rent', { target: 'price', from: { table: 'homes' }, options: { effort: 'quick', ignore: ['row'] } });
  await train('by_age', { target: 'price', from: { sql: 'select age, price from homes order by row' } });
  await train('odds', { target: 'odd', from: { table: 'homes' } });
});
afterAll(() => service.stop());

it('compares two models of one target on the rows that both held out', async () => {
  const { status, body, text } = await compare('rent', 'by_age');
  expect(status, text).toBe(200);
  expect(body).toMatchObject({
    target: 'price',
    this: { model: 'rent', version: 1, scheme: 'random' },
    other: { model: 'by_age', version: 1 },
    headline: 'r2_score',
    rows: 150,
    new_to_this: 0,
    new_to_other: 0,
    is_seen: false,
  });
  const { accuracies } = (await service.call('GET', `${project}/models/rent`)).body;
  for (const { metric, value } of body.figures) expect(value).toBeCloseTo(accuracies[metric], 9);
  expect(body.figures.map(({ better }: { better: string }) => better)).toEqual(['this', 'this', 'this']);
  const turned = (await compare('by_age', 'rent')).body;
  expect(turned.figures[0]).toMatchObject({ metric: 'r2_score', better: 'other' });
  expect(turned.figures[0].difference).toBeCloseTo(-body.figures[0].difference, 12);
});

it('says of a better one that its inputs may give the target away', async () => {
  await train('leaking', {
    target: 'price',
    from: { sql: 'select age, 2 * price as taxed, price from homes order by row' },
  });
  const { body, text } = await compare('rent', 'leaking');
  expect(body, text).toMatchObject({ this: { may_leak: false }, other: { may_leak: true } });
  expect(body.other.warnings).toContainEqual(expect.stringContaining('`taxed` alone explains the target'));
  expect(body.figures[0].better).toBe('other');
});

it('asks a version the rows that came after it, and compares an imported model as one that may have seen them', async () => {
  await service.call('POST', `${project}/tables/homes/rows`, table(150, 240), csv);
  await service.call('POST', `${project}/models/rent/retrain`, {});
  await service.until(
    `${project}/models/rent`,
    ({ body: { version, status } }) => version === 2 && status === 'complete',
  );
  const versions = await compare('rent', '@1');
  expect(versions.body, versions.text).toMatchObject({
    this: { version: 2 },
    other: { version: 1 },
    rows: 240,
    new_to_this: 0,
    new_to_other: 90,
    is_seen: false,
  });
  const file = await (await fetch(`${service.url}${project}/models/rent/export`)).arrayBuffer();
  const octets = { 'content-type': 'application/octet-stream' };
  const imported = await service.call('POST', `${project}/models/import?name=copied`, new Uint8Array(file), octets);
  expect(imported.status).toBe(201);
  const { body, text } = await compare('copied', 'rent.2');
  expect(body, text).toMatchObject({ rows: 240, is_seen: true });
  expect(body.figures.filter(({ better }: { better: string }) => better === 'this')).toEqual([]);
  const nothing = await compare('copied', 'copied@1');
  expect([nothing.status, nothing.body.errors[0].pointer]).toEqual([400, '/with']);
});

it('compares forecasts at the times that both were tested on', async () => {
  const months = Array.from({ length: 72 }, (_, month) => {
    const date = new Date(Date.UTC(2018, month, 1)).toISOString().slice(0, 10);
    return `${date},${100 + month + 20 * Math.sin((month * Math.PI) / 6) + 6 * noise(month, 3)}`;
  });
  await service.call('POST', `${project}/tables?name=sales`, `month,units\n${months.join('\n')}\n`, csv);
  const options = { order_by: 'month', horizon: 6, effort: 'quick' };
  await train('sales', { target: 'units', from: { table: 'sales' }, options });
  await train('later', { target: 'units', from: { sql: 'select * from sales offset 3' }, options });
  await train('longer', { target: 'units', from: { table: 'sales' }, options: { ...options, horizon: 12 } });
  const { body, text } = await compare('sales', 'later');
  expect(body, text).toMatchObject({ headline: 'mase', figures: [{ metric: 'mase' }, { metric: 'mae' }] });
  expect(body.rows).toBeGreaterThanOrEqual(20);
  expect(body.figures[0].better).toBeNull();
  const other = await compare('sales', 'longer');
  expect([other.status, other.body.detail]).toEqual([422, expect.stringContaining('different numbers of steps')]);
});

it('says why two models cannot be compared, and shows none of another project', async () => {
  const foreign = `/projects/${await service.project()}/models`;
  await service.call('POST', `${foreign}`, {
    name: 'rent',
    target: 'price',
    from: { rows: Array.from({ length: 60 }, (_, row) => ({ size: row, price: row * 3 + noise(row, 4) })) },
    options: { effort: 'quick' },
  });
  const answers = await Promise.all([
    compare('rent', 'odds'),
    compare('rent', 'rent'),
    compare('rent', 'rent@9'),
    compare('rent', 'a b@@'),
    compare('rent', ''),
    service.call('GET', `${foreign}/rent/comparison?with=by_age`),
  ]);
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
    [422, 'not_comparable'],
    [400, 'invalid_input'],
    [404, 'version_not_found'],
    [400, 'invalid_input'],
    [400, 'invalid_input'],
    [409, 'model_not_ready'],
  ]);
});
