// @module-tag long
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../../../test/databases.ts';
import { credentials, type ObjectStore, provideObjectStore, startObjectStore } from '../../../test/object-store.ts';
import { makeDirectory, type ServiceProcess, startProcess } from '../../../test/service-process.ts';

const missing = 'missing' in inject('postgres') || (await provideObjectStore());
const run = promisify(execFile);
const cli = join(import.meta.dirname, '../../../command.js');
const places = [
  'tables',
  'tables/homes/rows?limit=1000',
  'models',
  'models/rents',
  'models/rents/predictions',
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
  const page = { name: 'page', content: 'Dogs are allowed in the garden. Cats sleep in the house.' };
  await service.call('POST', `${inside}/knowledge_bases/pages/documents`, page);
  await service.call('POST', `${inside}/skills`, { name: 'sql', type: 'sql', params: { tables: ['homes'] } });
  await service.call('POST', `${inside}/agents`, { name: 'agent', skills: ['sql'] });
  await until(service, `${inside}/models/rents`, '"status":"complete"');
  await service.call('POST', `${inside}/models/rents/predictions`, { from: { table: 'homes' } });
  await until(service, `${inside}/models/rents/predictions`, '"status":"complete"');
}

async function until(service: ServiceProcess, path: string, text: string): Promise<void> {
  while (!(await service.call('GET', path)).text.includes(text)) await pause(50);
}

async function readAll(service: ServiceProcess): Promise<string[]> {
  const inside = '/api/projects/default';
  const answers = await Promise.all(places.map((place) => service.call('GET', `${inside}/${place}`)));
  const row = [{ x: 7, kind: 'ä' }];
  const predicted = await service.call('POST', `${inside}/models/rents/predict`, row);
  const found = await service.call('POST', `${inside}/knowledge_bases/pages/search`, { query: 'where do cats sleep' });
  const [{ id }] = (await service.call('GET', `${inside}/models/rents/predictions`)).body as { id: string }[];
  const results = await service.call('GET', `${inside}/models/rents/predictions/${id}/download?format=csv`);
  return [...answers, predicted, found, results].map(({ status, text }) => `${status} ${text}`);
}

describe.skipIf(missing)('a data directory moved to PostgreSQL and a bucket', () => {
  let store: ObjectStore;
  beforeAll(async () => {
    store = await startObjectStore();
  });
  afterAll(() => store.stop());

  async function makeTarget(): Promise<Record<string, string>> {
    const database = await createTestDatabase('postgres');
    onTestFinished(database.remove);
    const url = 'url' in database.settings ? database.settings.url : '';
    return { ...credentials, SIBYL_DATABASE_URL: url, SIBYL_BLOBS_URL: await store.bucket() };
  }

  function migrate(from: string, settings: Record<string, string>, options: { timeout?: number } = {}) {
    const env = { PATH: process.env.PATH, SIBYL_DATA_DIR: makeDirectory(), ...settings };
    return run(process.execPath, [cli, 'migrate', '--from', from], { env, killSignal: 'SIGKILL', ...options });
  }

  test('holds all that it held, is not moved a second time, and answers reads while it is moved', async () => {
    const settings = await makeTarget();
    const from = makeDirectory();
    const before = startProcess(from);
    await fill(before);
    const known = await readAll(before);
    const moving = migrate(from, settings);
    expect(await readAll(before)).toEqual(known);
    const { stdout } = await moving;
    expect(stdout).toMatch(/^\d+ records and 4 files .* equal/);
    expect(stdout).toContain(`content of ${from}/master.key`);
    expect(stdout).not.toContain('was changed meanwhile');
    expect(await readAll(before)).toEqual(known);
    await before.end('SIGTERM');
    const stranger = startProcess(makeDirectory(), {
      ...settings,
      SIBYL_MASTER_KEY: 'not the key of the directory and of all nodes',
    });
    expect((await stranger.ended).code).toBe(1);
    const masterKey = `hex:${readFileSync(join(from, 'master.key'), 'utf8').trim()}`;
    const after = startProcess(makeDirectory(), { ...settings, SIBYL_MASTER_KEY: masterKey });
    expect(await readAll(after)).toEqual(known);
    // As after a migration that was killed before it could say that it had ended.
    const { stdout: again } = await migrate(from, settings);
    expect(again).toMatch(/^\d+ records and 4 files .* were moved there before/);
    expect(again).toContain(`content of ${from}/master.key`);
    expect(await readAll(after)).toEqual(known);
    await after.end('SIGTERM');
    const changed = startProcess(from);
    await changed.call('POST', '/api/projects', { name: 'later' });
    await changed.end('SIGTERM');
    await expect(migrate(from, settings)).rejects.toThrow('has projects already');
  });

  test('leaves no records behind when it is killed at any time, and is repeated to the end', async () => {
    const settings = await makeTarget();
    const from = makeDirectory();
    const before = startProcess(from);
    await fill(before);
    const known = await readAll(before);
    await before.end('SIGKILL');
    let isThere = false;
    for (let timeout = 400; !isThere; timeout = Math.ceil(1.3 * timeout)) {
      const { stdout } = await migrate(from, settings, { timeout }).catch((error) => error as { stdout: string });
      isThere = stdout.includes('equal');
    }
    const after = startProcess(from, settings); // its directory has the master key
    expect(await readAll(after)).toEqual(known);
    await after.end('SIGTERM');
  });

  test('two at once move it once', async () => {
    const settings = await makeTarget();
    const from = makeDirectory();
    const before = startProcess(from);
    await before.call('POST', '/api/projects', { name: 'one' });
    await before.end('SIGTERM');
    const outcomes = await Promise.all([migrate(from, settings), migrate(from, settings)]);
    const said = outcomes.map(({ stdout }) => (stdout.includes('moved there before') ? 'found' : 'moved'));
    expect(said.sort()).toEqual(['found', 'moved']);
  });

  test('is refused without the key that its secrets were sealed with', async () => {
    const settings = await makeTarget();
    const from = makeDirectory();
    const own = { SIBYL_MASTER_KEY: 'a key that is in no file of the directory' };
    await startProcess(from, own).url;
    await expect(migrate(from, settings)).rejects.toThrow('has no master.key: set SIBYL_MASTER_KEY');
    const other = makeDirectory();
    await startProcess(other).url;
    await expect(migrate(other, { ...settings, ...own })).rejects.toThrow('SIBYL_MASTER_KEY differs from');
  });
});
