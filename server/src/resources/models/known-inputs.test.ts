import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestService } from '../../../test/service.ts';
import { shareTestService } from '../../../test/shared-service.ts';

const day = (place: number) => new Date(Date.UTC(2024, 0, 1 + place)).toISOString().slice(0, 10);
const price = (place: number) => 8 + ((place * place) % 5);
const sold = (place: number) => 100 + 10 * (place % 7) - 6 * price(place) + (place % 3);
const known = 120;
const rows = Array.from({ length: known + 3 }, (_, place) => ({
  day: day(place),
  price: price(place),
  sold: place < known ? sold(place) : null,
}));

let service: TestService;
let project: string;

beforeAll(async () => {
  service = await shareTestService();
  project = `/projects/${await service.project()}`;
  const options = { order_by: 'day', horizon: 7, known_inputs: 'price', holidays: 'DE' };
  await service.call('POST', `${project}/models`, { name: 'sales', target: 'sold', from: { rows }, options });
  await service.until(`${project}/models/sales`, ({ body: { status } }) => ['complete', 'failed'].includes(status));
});
afterAll(() => service.stop());

it('a forecast asks for the inputs that the table does not know, by column and time', async () => {
  const refused = await service.call('POST', `${project}/models/sales/predict`, [{}]);
  expect(refused.status).toBe(400);
  expect(refused.body.errors[0]).toMatchObject({
    pointer: '/0/price',
    detail: expect.stringContaining(day(known + 3)),
  });
});

it('and follows those that come with the question', async () => {
  const ahead = [3, 4, 5, 6].map((step) => ({ day: day(known + step), price: price(known + step) }));
  const ask = (future: object[]) =>
    service.call('POST', `${project}/models/sales/predict`, { data: [{}], params: { future } });
  const { status, body } = await ask(ahead);
  expect(status).toBe(200);
  for (const [step, row] of body.entries()) expect(Math.abs(row.sold - sold(known + step))).toBeLessThan(6);
  const wrong = await ask([...ahead.slice(0, 3), { ...ahead[3], price: 'dear' }]);
  expect(wrong.body.errors).toMatchObject([{ pointer: '/params/future/3/price' }]);
});

it('and repeats those of a row that asks for one time', async () => {
  const row = { day: day(known), price: 4 };
  const { body } = await service.call('POST', `${project}/models/sales/predict`, [row, { price: 4 }]);
  expect(body[0]).toMatchObject({ price: 4, sold: expect.any(Number) });
});

it.each([
  ['/options/known_inputs/0', { known_inputs: ['sold'] }],
  ['/options/known_inputs/0', { known_inputs: ['cost'] }, 422],
  ['/options/known_inputs/0', { known_inputs: ['price'], ignore: ['price'] }],
  ['/options/holidays', { holidays: 'ZZ' }],
  ['/options/holidays', { holidays: 'Germany' }],
  ['/options/holidays', { holidays: 'DE', order_by: undefined }],
])('%s is refused before a training: %o', async (pointer, wrong, refusal = 400) => {
  const options = { order_by: 'day', ...wrong };
  const { status, body } = await service.call('POST', `${project}/models`, {
    name: 'wrong',
    target: 'sold',
    from: { rows },
    options,
  });
  expect([status, body.errors[0].pointer]).toEqual([refusal, pointer]);
});

it('a part of a country that is not known fails the training with the known ones', async () => {
  const options = { order_by: 'day', holidays: 'DE-XX' };
  await service.call('POST', `${project}/models`, { name: 'far', target: 'sold', from: { rows }, options });
  const { body } = await service.until(`${project}/models/far`, ({ body: { status } }) =>
    ['complete', 'failed'].includes(status),
  );
  expect(body.error).toContain('the parts of DE are BB');
});
