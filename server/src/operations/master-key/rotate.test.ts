import { copyFileSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { createTestDatabase } from '../../../test/databases.ts';
import { type LoopbackProvider, startLoopbackProvider } from '../../../test/loopback/provider.ts';
import { startTestService, type TestService } from '../../../test/service.ts';
import { readConfig } from '../../config.ts';
import { runRotateCommand } from './command.ts';

const at = '/projects/default';
const secret = 'sk-kept-over-a-rotation';
const ask = { messages: [{ role: 'user', content: 'Hello?' }] };
const allowed = { SIBYL_OUTGOING_ALLOWED: '127.0.0.1' };

let folder: string;
let provider: LoopbackProvider;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sibyl-rotate-'));
  provider = await startLoopbackProvider();
});
afterEach(async () => {
  await provider.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Makes an admin key and one record of each kind with a secret; returns the key. */
async function seed(service: TestService): Promise<Record<string, string>> {
  const made = await service.call('POST', '/api/keys', { name: 'admin', role: 'admin' });
  const key = { 'x-api-key': made.body.secret };
  const base_url = provider.openai;
  const model = { provider: 'openai_compatible', model_name: 'm', base_url, api_key: secret };
  const embedding = { provider: 'openai_compatible', model_name: 'e', base_url, dimension: 4, api_key: secret };
  const requests = [{ name: 'status', path: '/status' }];
  const bodies: [string, object][] = [
    ['agents', { name: 'desk', model }],
    ['agents', { name: 'plain' }],
    ['skills', { name: 'remote', type: 'http', params: { base_url, requests, headers: { authorization: secret } } }],
    [
      'connections',
      {
        name: 'shop',
        engine: 'postgresql',
        parameters: { host: '127.0.0.1', port: 1, database: 'd', user: 'u', password: secret },
      },
    ],
    ['knowledge_bases', { name: 'base', embedding, rerank: { model_name: 'r', base_url, api_key: secret } }],
    ['webhooks', { name: 'hook', url: `${base_url}/hook` }],
    [
      'chatbots',
      { name: 'bot', agent: 'plain', channel: { type: 'webhook', reply_url: base_url, secret: secret.repeat(2) } },
    ],
  ];
  for (const [kind, body] of bodies) {
    const answer = await service.call('POST', `${at}/${kind}`, body, {
      ...key,
      'idempotency-key': JSON.stringify(body).slice(0, 30),
    });
    expect([kind, answer.status, answer.text]).toEqual([kind, 201, answer.text]);
  }
  expect((await service.call('POST', `${at}/webhooks/hook/rotate`, { overlap_seconds: 3600 }, key)).status).toBe(200);
  return key;
}

async function expectAllGoesOn(service: TestService, key: Record<string, string>): Promise<void> {
  expect((await service.call('GET', '/api/keys', undefined, key)).status).toBe(200);
  const later = await service.call('POST', '/api/keys', { name: 'later', role: 'viewer' }, key);
  expect((await service.call('GET', '/projects', undefined, { 'x-api-key': later.body.secret })).status).toBe(200);
  expect((await service.call('POST', `${at}/agents/desk/completions`, ask, key)).status).toBe(200);
  // The webhook of the same server is called meanwhile.
  const asked = provider.asked.filter(({ path }) => path.endsWith('/chat/completions'));
  expect(asked.at(-1)?.headers.authorization).toBe(`Bearer ${secret}`);
  const tested = await service.call('POST', `${at}/connections/shop/test`, undefined, key);
  expect(tested.body.last_error).not.toMatch(/enter it again/);
}

/** Every sealed text in a database, wherever it is. */
function sealedIn(directory: string): Set<string> {
  using database = new DatabaseSync(join(directory, 'sibyl.db'), { readOnly: true });
  const tables = database.prepare("select name from sqlite_schema where type = 'table'").all();
  const texts = tables.flatMap(({ name }) =>
    JSON.stringify(database.prepare(`select * from "${name}"`).all()).match(/v1\.[\w-]{38,}/g),
  );
  return new Set(texts.flatMap((text) => text ?? []));
}

describe('a rotation of the file master.key', () => {
  const rotate = (...words: string[]) => runRotateCommand(words, readConfig({ SIBYL_DATA_DIR: folder }));
  const start = (settings: Record<string, string> = {}) =>
    startTestService({ SIBYL_DATA_DIR: folder, ...allowed, ...settings });
  const file = () => join(folder, 'master.key');

  it('seals every secret anew, wherever one is kept, and API keys go on working', async () => {
    const first = await start();
    const key = await seed(first);
    await expect(rotate()).rejects.toThrow(/is used by|already|process/);
    await first.stop({ keepsFiles: true });
    const [before, former] = [sealedIn(folder), readFileSync(file(), 'utf8')];
    const { value, text } = await rotate();
    expect(value).toMatchObject({ unreadable: 0 });
    expect(value.secrets).toBeGreaterThanOrEqual(9);
    expect(text).toContain(file());
    expect(readFileSync(file(), 'utf8')).not.toBe(former);
    expect([...sealedIn(folder)].filter((sealed) => before.has(sealed))).toEqual([]);
    const second = await start();
    await expectAllGoesOn(second, key);
    await second.stop({ keepsFiles: true });
    await rotate();
    const third = await start();
    expect((await third.call('GET', '/api/keys', undefined, key)).status).toBe(200);
    await third.stop({ keepsFiles: true });
    writeFileSync(file(), former);
    await expect(start()).rejects.toThrow('differs from the master key that');
  });

  it('killed before or after the database has the new key, leaves a folder that starts', async () => {
    const first = await start();
    const key = await seed(first);
    await first.stop({ keepsFiles: true });
    copyFileSync(file(), join(folder, 'former'));
    writeFileSync(join(folder, 'master.key.next'), `${'ab'.repeat(32)}\n`, { mode: 0o600 }); // killed before
    const second = await start();
    expect(existsSync(join(folder, 'master.key.next'))).toBe(false);
    await expectAllGoesOn(second, key);
    await second.stop({ keepsFiles: true });
    await rotate();
    renameSync(file(), join(folder, 'master.key.next')); // killed after
    renameSync(join(folder, 'former'), file());
    const third = await start();
    expect((await third.call('GET', '/api/keys', undefined, key)).status).toBe(200);
    await third.stop({ keepsFiles: true });
  });

  it('a folder without its key, or with another, does not start and says what to do; a lost key is forgotten', async () => {
    const first = await start();
    await seed(first);
    await first.stop({ keepsFiles: true });
    await expect(start({ SIBYL_MASTER_KEY: 'another key of more than 32 letters' })).rejects.toThrow(
      /^SIBYL_MASTER_KEY differs .*--forget-secrets/,
    );
    rmSync(file());
    await expect(start()).rejects.toThrow(/master\.key is missing.*put it back.*--forget-secrets/);
    await expect(rotate()).rejects.toThrow('master.key is missing');
    expect(existsSync(file())).toBe(false);
    expect((await rotate('--forget-secrets')).text).toContain('API keys were dropped');
    const second = await start();
    const agent = await second.call('POST', `${at}/agents/desk/completions`, ask);
    expect([agent.status, agent.body.code]).toEqual([503, 'language_model_not_configured']);
    expect((await second.call('POST', '/api/keys', { name: 'admin', role: 'admin' })).status).toBe(201);
    await second.stop({ keepsFiles: true });
  });
});

describe.skipIf('missing' in inject('postgres'))('a rotation of SIBYL_MASTER_KEY on PostgreSQL', () => {
  it('takes the next key from a file, once no node runs, and is repeated without harm', async () => {
    const { settings, remove } = await createTestDatabase('postgres');
    const former = 'a master key that every node of a test has';
    const url = settings.kind === 'postgres' ? settings.url : '';
    const config = readConfig({ SIBYL_DATA_DIR: folder, SIBYL_DATABASE_URL: url, SIBYL_MASTER_KEY: former });
    const first = await startTestService({ SIBYL_DATA_DIR: folder, ...allowed }, settings);
    const key = await seed(first);
    const path = join(folder, 'next-key');
    await expect(runRotateCommand([], config)).rejects.toThrow('--new-key-file');
    const other = readConfig({
      ...process.env,
      SIBYL_DATA_DIR: join(folder, 'b'),
      SIBYL_DATABASE_URL: url,
      SIBYL_MASTER_KEY: former,
    });
    await expect(runRotateCommand(['--new-key-file', path], other)).rejects.toThrow('stop every node first');
    await first.stop({ keepsFiles: true });
    expect((await runRotateCommand(['--new-key-file', path], config)).value).toMatchObject({ unreadable: 0 });
    expect((await runRotateCommand(['--new-key-file', path], config)).value).toMatchObject({ secrets: 0 });
    await expect(startTestService({ SIBYL_DATA_DIR: folder }, settings)).rejects.toThrow('SIBYL_MASTER_KEY differs');
    const next = readFileSync(path, 'utf8').trim();
    const second = await startTestService({ SIBYL_DATA_DIR: folder, ...allowed, SIBYL_MASTER_KEY: next }, settings);
    await expectAllGoesOn(second, key);
    await second.stop({ keepsFiles: true });
    await remove();
  });
});
