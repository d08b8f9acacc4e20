import { createClient } from '@sibyl/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestService } from '../../server/test/service.ts';
import { shareTestService } from '../../server/test/shared-service.ts';
import { teachMeaning } from '../src/agents/teach-meaning.ts';

describe('a meaning that is written', () => {
  let service: TestService;
  let project: string;
  const skill = () => createClient({ url: service.url }).project(project).skill('sales');

  beforeAll(async () => {
    service = await shareTestService();
    project = await service.project();
    const table = 'unit-price,net (eur),amount\n1,2,3\n4,5,6\n';
    await service.call('POST', `/projects/${project}/tables?name=sales`, table, { 'content-type': 'text/csv' });
    const body = { name: 'sales', type: 'sql', params: { tables: ['sales'] } };
    expect((await service.call('POST', `/projects/${project}/skills`, body)).status).toBe(201);
  });
  afterAll(() => service.stop());

  test.each([
    ['cost', 'unit-price', { means: 'unit-price' }],
    ['worth', 'sales.amount', { means: 'sales.amount' }],
    ['net', 'net (eur)', { means: 'net (eur)' }],
    ['double', '2 * amount', { sql: '2 * amount' }],
    ['turnover', 'sum(amount)', { sql: 'sum(amount)' }],
  ])('of %s: %s', async (term, text, meaning) => {
    await teachMeaning(skill(), term, text);
    const { params } = (await service.call('GET', `/projects/${project}/skills/sales`)).body;
    expect(params.glossary).toContainEqual({ term, ...meaning });
  });

  test.each([
    ['a name that no column has', 'sales.weight', 'means'],
    ['SQL of no column', 'sum(weight)', 'sql'],
  ])('refuses %s at its place', (_, text, field) =>
    expect(teachMeaning(skill(), 'weight', text)).rejects.toMatchObject({
      errors: [{ pointer: expect.stringMatching(new RegExp(`/${field}$`)) }],
    }),
  );
});
