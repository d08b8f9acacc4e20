import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestService } from '../../../../test/service.ts';
import { shareTestService } from '../../../../test/shared-service.ts';

const rows = Array.from({ length: 80 }, (_, index) => ({
  'a "quoted" name': index % 7,
  city: ['Oslo', 'Bergen'][index % 2],
  price: 100 * (index % 7) + 30 * (index % 2) + (index % 5),
  dear: index % 7 > 3 ? 'yes' : 'no',
}));

describe('params.explain', () => {
  let service: TestService;
  let models: string;

  beforeAll(async () => {
    service = await shareTestService();
    models = `/projects/${await service.project()}/models`;
    for (const target of ['price', 'dear']) {
      await service.call('POST', models, { name: target, target, from: { rows }, options: { effort: 'quick' } });
      await service.until(`${models}/${target}`, ({ body }) => body.status === 'complete');
    }
  });
  afterAll(() => service.stop());

  async function explain(model: string) {
    const body = { data: [{ 'a "quoted" name': 6, city: 'Oslo' }], params: { explain: true } };
    const [row] = (await service.call('POST', `${models}/${model}/predict`, body)).body;
    const { base, contributions, ...plain } = JSON.parse(row[`${model}_explain`]);
    const sum = base + Object.values<number>(contributions).reduce((total, part) => total + part, 0);
    return { row, sum, contributions, plain };
  }

  it('adds contributions that make the predicted number', async () => {
    const { row, sum, contributions, plain } = await explain('price');
    expect(Object.keys(contributions)).toEqual(['a "quoted" name', 'city', 'dear']);
    expect(sum).toBeCloseTo(row.price, 6);
    expect(plain).toMatchObject({ predicted_value: row.price, confidence_lower_bound: row.price_min });
  });

  it('adds contributions that make the probability of the answered class', async () => {
    const { row, sum } = await explain('dear');
    expect(sum).toBeCloseTo(row.dear_probabilities[row.dear], 6);
  });

  it.each(['price', 'dear'])('is backed by what describe draws of %s', async (model) => {
    const describe = async (attribute: string) =>
      (await service.call('GET', `${models}/${model}/describe?attribute=${attribute}`)).body;
    const importances = await describe('importances');
    expect(importances.map(({ column }: { column: string }) => column)).toHaveLength(3);
    expect(importances[0]).toMatchObject({ importance: expect.any(Number), spread: expect.any(Number) });
    const [curve] = await describe('dependence');
    expect(curve.points[0]).toMatchObject({
      mean: expect.any(Number),
      low: expect.any(Number),
      high: expect.any(Number),
    });
    expect((await describe('calibration'))[0]).toMatchObject({
      confidence: expect.any(Number),
      observed: expect.any(Number),
    });
    expect(await describe('residuals')).toHaveLength(model === 'price' ? 1 : 0);
  });

  it('is limited in rows and must be true or false', async () => {
    const many = { data: Array.from({ length: 1001 }, () => ({})), params: { explain: true } };
    const answer = await service.call('POST', `${models}/price/predict`, many);
    expect(answer).toMatchObject({ status: 413, body: { code: 'too_many_rows', limit: 1000 } });
    const wrong = await service.call('POST', `${models}/price/predict`, { data: [], params: { explain: 'yes' } });
    expect(wrong).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  });
});
