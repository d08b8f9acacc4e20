import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestService } from '../../../../test/service.ts';
import { shareTestService } from '../../../../test/shared-service.ts';

const rows = Array.from({ length: 120 }, (_, index) => ({
  size: index % 7,
  city: ['Oslo', 'Bergen'][index % 2],
  price: 100 * (index % 7) + 30 * (index % 2) + (index % 5),
}));

describe('rows of which only some inputs are given', () => {
  let service: TestService;
  let predict: string;

  beforeAll(async () => {
    service = await shareTestService();
    const models = `/projects/${await service.project()}/models`;
    await service.call('POST', models, {
      name: 'price',
      target: 'price',
      from: { rows },
      options: { effort: 'quick' },
    });
    await service.until(`${models}/price`, ({ body }) => body.status === 'complete');
    predict = `${models}/price/predict`;
  });
  afterAll(() => service.stop());

  async function explained(row: Record<string, unknown>, params = {}) {
    const { body } = await service.call('POST', predict, { data: [row], params });
    return JSON.parse(body[0].price_explain);
  }

  it('are told from complete ones in the explain text alone', async () => {
    expect(await explained({ size: 3, city: 'Oslo' })).not.toHaveProperty('unknown_inputs');
    for (const row of [{ size: 3 }, { size: 3, city: null }, { size: 3, city: '' }]) {
      const told = await explained(row);
      expect(told.unknown_inputs).toEqual(['city']);
      expect(told).not.toHaveProperty('unseen_values');
    }
    const unseen = await explained({ size: 3, city: 'the "moon"' });
    expect(unseen).toMatchObject({ unknown_inputs: ['city'], unseen_values: { city: 'the "moon"' } });
  });

  it('are refused by name where asked', async () => {
    const data = [{ size: 3, city: 'Oslo' }, { city: 'moon' }];
    const { status, body } = await service.call('POST', predict, { data, params: { missing: 'refuse' } });
    expect(status).toBe(400);
    expect(body.errors.map(({ pointer, code }: Record<string, unknown>) => [pointer, code])).toEqual([
      ['/data/1/size', 'missing'],
      ['/data/1/city', 'unseen_value'],
    ]);
    expect(
      (await service.call('POST', predict, { data: data.slice(0, 1), params: { missing: 'refuse' } })).status,
    ).toBe(200);
  });

  it('have contributions of known inputs alone', async () => {
    const told = await explained({ size: 3 }, { explain: true });
    expect(told.contributions.city).toBeNull();
    expect(told.base + told.contributions.size).toBeCloseTo(told.predicted_value, 6);
  });
});
