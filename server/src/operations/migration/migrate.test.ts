// @module-tag long
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../../../test/databases.ts';
import { credentials, type ObjectStore, provideObjectStore, startObjectStore } from '../../../test/object-store.ts';
import { makeDirectory, type ServiceProcess, startProcess } from '../../../test/service-process.ts';

const missing = 'missing' in inject('postgres') || (await provideObjectStore());
const run = promisify(execFile);
const cli = join(import.meta.dirname, '../../cli.ts');
const places = [
  'tables',
  'tables/homes/rows?limit=1000',
  'models',
  'models/rents',
  'knowledge_bases',
  'knowledge_bases/pages/documents',
  'skills',
  'agents',
  'chatbots',
  'webhooks',
  'events?limit=1000',
];

async function fill(service: ServiceProcess): Promise<void> {
  const inside = '/api/projects/default';
  const rows = Array.from({ length: 300 }, (_, row) => `${row % 40},${['a', 'ä', "o'k"][row % 3]},${row % 40}.5`);
  const csv = { 'content-type': 'text/csv' };
  await service.call('POST', `${inside}/tables?name=homes`, `x,kind,rent\n${rows.join('\n')}\n`, csv);
  const model = { name: 'rents', target: 'rent', from: { table: 'homes' }, options: { effort: 'quick' } };
  await service.call('POST', `${inside}/models`, model);
  await service.call('POST', `${inside}/knowledge_bases`, { name: 'pages' });
  const page = { name: 'page', text: 'Dogs are allowed in the garden. Cats sleep in the house.' };
  await service.call('POST', `${inside}/knowledge_bases/pages/documents`, page);
  await service.call('POST', `${inside}/skills`, { name: 'sql', type: 'sql', params: { tables: ['homes'] } });
  await service.call('POST', `${inside}/agents`, { name: 'agent', skills: ['sql'] });
  for (;;) {
    const { body } = await service.call('GET', `${inside}/models/rents`);
    if ((body as { status: string }).status === 'complete') return;
  }
}

async function readAll(service: ServiceProcess): Promise<string[]> {
  const inside = '/api/projects/default';
  const answers = await Promise.all(places.map((place) => service.call('GET', `${inside}/${place}`)));
  const row = [{ x: 7, kind: 'ä' }];
  const predicted = await service.call('POST', `${inside}/models/rents/predict`, row);
  const found = await service.call('POST', `${inside}/knowledge_bases/pages/search`, { query: 'where do cats sleep' });
  return [...answers, predicted, found].map(({ status, text }) => `${status} ${text}`);
}

describe.skipIf(missing)('a data directory moved to PostgreSQL and a bucket', () => {
  let store: ObjectStore;
  beforeAll(async () => {
    store = await startObjectStore();
  });
  afterAll(() => store.stop());

  test('holds all that it held, is refused a second time, and answers reads while it is moved', async () => {
    const database = await createTestDatabase('postgres');
    const from = makeDirectory();
    const before = startProcess(from);
    await fill(before);
    const known = await readAll(before);
    const url = 'url' in database.settings ? database.settings.url : '';
    const key = { SIBYL_MASTER_KEY: 'the key of the directory and of all nodes' };
    const settings = { ...credentials, SIBYL_DATABASE_URL: url, SIBYL_BLOBS_URL: await store.bucket() };
    const migrate = () =>
      run(process.execPath, [cli, 'migrate', '--from', from], {
        env: { PATH: process.env.PATH, ...settings, SIBYL_DATA_DIR: makeDirectory() },
      });
    const { stdout } = await migrate();
    expect(stdout).toMatch(/^\d+ records and 3 files/);
    expect(stdout).toContain(`Every node needs ${from}/master.key`);
    expect(await readAll(before)).toEqual(known);
    await before.end('SIGTERM');
    const stranger = startProcess(makeDirectory(), { ...settings, ...key });
    expect((await stranger.ended).code).toBe(1);
    const after = startProcess(from, settings); // its directory has the master key
    expect(await readAll(after)).toEqual(known);
    await expect(migrate()).rejects.toThrow('has projects already');
    await after.end('SIGTERM');
    onTestFinished(database.remove);
  });
});
