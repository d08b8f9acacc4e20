import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestService } from '../../../test/service.ts';
import { shareTestService } from '../../../test/shared-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await shareTestService();
});
afterAll(() => service.stop());

const csv = { 'content-type': 'text/csv' };
const full = (limit: number) => ({ status: 422, body: { code: 'project_full', limit_name: 'stored_bytes', limit } });
/** Text that compresses by half at most. */
const noise = (kibibytes: number) =>
  [
    'row,noise',
    ...Array.from({ length: kibibytes }, (_, row) => `${row},${randomBytes(510).toString('hex')}`),
    '',
  ].join('\n');

async function projectOf(stored_bytes: number) {
  const name = await service.project();
  expect((await service.call('PUT', `/projects/${name}`, { limits: { stored_bytes } })).status).toBe(200);
  const upload = (table: string, text: string) =>
    service.call('POST', `/projects/${name}/tables?name=${table}`, text, csv);
  return { at: `/projects/${name}`, upload };
}

it('a project stores no more than its limit, says the figure, and stores again once something is deleted', async () => {
  const { at, upload } = await projectOf(400_000);
  expect((await upload('one', noise(300))).status).toBe(201);
  expect(await upload('two', noise(300))).toMatchObject(full(400_000));
  expect((await service.call('GET', `${at}/tables`)).body).toHaveLength(1);
  const append = await service.call('POST', `${at}/tables/one/rows`, noise(300), csv);
  expect(append).toMatchObject(full(400_000));
  await service.call('DELETE', `${at}/tables/one?permanently=true`);
  expect((await upload('two', noise(300))).status).toBe(201);
  const elsewhere = await service.project();
  expect((await service.call('POST', `/projects/${elsewhere}/tables?name=t`, noise(900), csv)).status).toBe(201);
});

it('uploads at once do not together exceed it', async () => {
  const { at, upload } = await projectOf(700_000);
  const answers = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => upload(name, noise(300))));
  expect(answers.filter(({ status }) => status !== 201)).not.toEqual([]);
  for (const answer of answers.filter(({ status }) => status !== 201)) expect(answer).toMatchObject(full(700_000));
  const tables = (await service.call('GET', `${at}/tables`)).body as { byte_size: number }[];
  expect(tables.reduce((sum, { byte_size }) => sum + byte_size, 0)).toBeLessThanOrEqual(700_000);
});

it('documents and what a training keeps count too', async () => {
  const { at, upload } = await projectOf(60_000);
  const rows = Array.from({ length: 300 }, (_, row) => `${row % 7},${row % 5},${3 * (row % 7) + (row % 5)}`);
  expect((await upload('sums', `a,b,sum\n${rows.join('\n')}\n`)).status).toBe(201);
  await service.call('POST', `${at}/knowledge_bases`, { name: 'base' });
  const document = { name: 'long.md', content: 'All of it is read. '.repeat(5000) };
  expect(await service.call('POST', `${at}/knowledge_bases/base/documents`, document)).toMatchObject(full(60_000));
  await service.call('PUT', at, { limits: { stored_bytes: 3000 } });
  await service.call('POST', `${at}/models`, {
    name: 'adder',
    target: 'sum',
    from: { table: 'sums' },
    options: { effort: 'quick' },
  });
  const ended = await service.until(`${at}/models/adder`, ({ body }) => ['complete', 'failed'].includes(body.status));
  expect(ended.body).toMatchObject({ status: 'failed', error: expect.stringContaining('more than 3000 bytes') });
});

it('is refused where it is no number or above that of the service', async () => {
  const name = await service.project();
  const answer = await service.call('PUT', `/projects/${name}`, { limits: { stored_bytes: 0 } });
  expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: '/limits/stored_bytes' }] } });
});
