import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestService } from '../../../test/service.ts';
import { shareTestService } from '../../../test/shared-service.ts';

const times = Array.from({ length: 40 }, (_, place) => `${1998 + Math.floor(place / 4)} Q${(place % 4) + 1}`);
const rows = ['north', 'south'].flatMap((shop, index) =>
  times.map((time, place) => `${time};${shop};${(100 * (index + 1) + 2 * place + 15 * (place % 4) + (place % 7)) / 2}`),
);

let service: TestService;
let project: string;

beforeAll(async () => {
  service = await shareTestService();
  project = `/projects/${await service.project()}`;
  const text = `t;shop;guests\n${rows.join('\n').replaceAll('.', ',')}\n`;
  await service.call('POST', `${project}/tables?name=stays`, text, { 'content-type': 'text/csv' });
});
afterAll(() => service.stop());

async function train(name: string, options: object) {
  const body = { name, target: 'guests', from: { table: 'stays' }, options: { effort: 'quick', ...options } };
  await service.call('POST', `${project}/models`, body);
  return service.until(`${project}/models/${name}`, ({ body: { status } }) => ['complete', 'failed'].includes(status));
}

it('quarters are dates, which the table says', async () => {
  const { body } = await service.call('GET', `${project}/tables/stays`);
  expect(body.columns[0]).toMatchObject({
    type: 'date',
    reading: { time_shape: 'quarter', period_spelling: '{yyyy} Q{n}' },
  });
  expect(body.warnings).toMatchObject([{ code: 'read_as_times', column: 't' }]);
});

it('a forecast continues them as they were written', async () => {
  const { body } = await train('next', { order_by: 't', group_by: ['shop'], horizon: 2 });
  expect(body.status, body.error).toBe('complete');
  const answer = await service.call('POST', `${project}/models/next/predict`, [{ shop: 'north' }]);
  expect(answer.body.map(({ t }: { t: string }) => t)).toEqual(['2008 Q1', '2008 Q2']);
});

it('a batch of the table gives them back as they were written', async () => {
  await train('rows', {});
  const batch = await service.call('POST', `${project}/models/rows/predictions`, { from: { table: 'stays' } });
  const address = `${project}/models/rows/predictions/${batch.body.id}`;
  await service.until(address, ({ body }) => body.status === 'complete');
  const { text } = await service.call('GET', `${address}/download?format=csv`);
  expect(
    text
      .split('\n')
      .slice(1, 41)
      .map((line) => line.split(';')[0]),
  ).toEqual(times);
});

it('newer rows are followed without a training, values are added up, and faults are told at their place', async () => {
  const address = `${project}/models/next/predict`;
  const history = [{ shop: 'north', t: '2008 Q1', guests: 400 }];
  const asked = (params: object) => service.call('POST', address, { data: [{ shop: 'north' }], params });
  const [plain, followed, sums] = [{}, { history }, { cumulative: true }].map(asked);
  const values = async (reply: typeof plain) => (await reply).body.map(({ guests }: { guests: number }) => guests);
  expect((await followed).body.map(({ t }: { t: string }) => t)).toEqual(['2008 Q2', '2008 Q3']);
  const [first, second] = await values(plain);
  expect((await values(sums))[1]).toBeCloseTo(first + second, 6);
  const file = { 'content-type': 'text/csv', accept: 'application/json' };
  const fromFile = service.call('POST', `${address}?cumulative=true`, 'shop\nnorth\n', file);
  expect(await values(fromFile)).toEqual(await values(sums));
  const { status, body } = await asked({ history: [{ ...history[0], guests: 'many' }] });
  expect(status).toBe(400);
  expect(body.errors).toMatchObject([{ pointer: '/params/history/0/guests' }]);
  const rows = await service.call('POST', `${project}/models/rows/predict`, { data: [{}], params: { history } });
  expect(rows.body.errors).toMatchObject([{ pointer: '/params/history' }]);
});
