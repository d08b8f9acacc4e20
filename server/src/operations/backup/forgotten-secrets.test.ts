/**
 * A backup is restored on another machine with another master key: its secrets are lost, reported as such, and can be
 * entered again.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LoopbackProvider, startLoopbackProvider } from '../../../test/loopback/provider.ts';
import { startTestService, type TestService } from '../../../test/service.ts';
import { readConfig } from '../../config.ts';
import { backUp } from './backup.ts';
import { restore } from './restore.ts';

const at = '/projects/default';
const key = 'sk-of-the-old-machine';
const fresh = 'sk-of-the-new-machine';
const ask = { messages: [{ role: 'user', content: 'Hello?' }] };

let folder: string;
let provider: LoopbackProvider;
let service: TestService;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sibyl-forgotten-'));
  provider = await startLoopbackProvider();
  const old = await startTestService({ SIBYL_OUTGOING_ALLOWED: '127.0.0.1' });
  await seed(old);
  const archive = join(folder, 'sibyl.tar');
  await backUp(readConfig({ SIBYL_DATA_DIR: old.directory }), archive, { withMasterKey: false });
  await old.stop();
  const SIBYL_DATA_DIR = join(folder, 'data');
  await restore(readConfig({ SIBYL_DATA_DIR }), archive, { forgetSecrets: true });
  service = await startTestService({ SIBYL_DATA_DIR, SIBYL_OUTGOING_ALLOWED: '127.0.0.1' });
});
afterAll(async () => {
  await Promise.all([service.stop(), provider.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

const model = (api_key: string) => ({
  provider: 'openai_compatible',
  model_name: 'm',
  base_url: provider.openai,
  api_key,
});
const http = (token: string) => ({
  base_url: provider.openai,
  requests: [{ name: 'status', path: '/status' }],
  headers: { authorization: token },
});
const parameters = (password: string) => ({ host: '127.0.0.1', port: 1, database: 'd', user: 'u', password });
const telegram = (token: string) => ({ type: 'telegram', bot_token: token });

/** Creates one record of each kind with a secret. */
async function seed(old: TestService): Promise<void> {
  const make = async (path: string, body: object) =>
    expect((await old.call('POST', at + path, body)).status, path).toBe(201);
  await old.call('POST', `${at}/tables?name=homes`, 'rooms,price\n1,100\n2,200\n', { 'content-type': 'text/csv' });
  await make('/agents', { name: 'desk', model: model(key) });
  await make('/agents', { name: 'plain' });
  await make('/skills', { name: 'remote', type: 'http', params: http(key) });
  await make('/connections', { name: 'shop', engine: 'postgresql', parameters: parameters(key) });
  await make('/webhooks', { name: 'hook', url: `${provider.openai}/hook` });
  await make('/chatbots', {
    name: 'bot',
    agent: 'plain',
    channel: telegram('1234567890:abcdefghijklmnopqrstuvwxyz0123456789'),
  });
}

it.each(['agents/desk', 'skills/remote', 'connections/shop', 'webhooks/hook', 'chatbots/bot', 'tables/homes'])(
  'reads %s',
  async (record) => {
    const answer = await service.call('GET', `${at}/${record}`);
    expect([answer.status, answer.text.includes(key)]).toEqual([200, false]);
  },
);

it('says of each secret that it must be given again', async () => {
  const answer = await service.call('POST', `${at}/agents/desk/completions`, ask);
  expect(answer).toMatchObject({ status: 503, body: { code: 'language_model_not_configured' } });
  expect(answer.body.detail).toContain('another master key');
  const connection = await service.call('POST', `${at}/connections/shop/test`);
  expect(connection).toMatchObject({
    status: 200,
    body: { status: 'failed', last_error: expect.stringMatching(/enter it again/) },
  });
  const refused = { status: 409, body: { code: 'secret_unreadable', detail: expect.stringMatching(/enter it again/) } };
  expect(await service.call('POST', `${at}/query`, { sql: 'select 1', connection: 'shop' })).toMatchObject(refused);
  expect(await service.call('POST', `${at}/skills/remote/test`, { input: {} })).toMatchObject(refused);
});

it('takes them again, and uses them', async () => {
  const change = async (record: string, body: object) =>
    expect(await service.call('PUT', `${at}/${record}`, body), record).toMatchObject({ status: 200 });
  await change('agents/desk', { model: { api_key: fresh } });
  await change('connections/shop', { parameters: parameters(fresh) });
  await change('skills/remote', { params: http(fresh) });
  await change('chatbots/bot', { channel: telegram('9876543210:abcdefghijklmnopqrstuvwxyz0123456789') });
  expect((await service.call('POST', `${at}/agents/desk/completions`, ask)).status).toBe(200);
  expect(provider.asked.at(-1)?.headers.authorization).toBe(`Bearer ${fresh}`);
  const rotated = await service.call('POST', `${at}/webhooks/hook/rotate`);
  expect([rotated.status, rotated.body.secret]).toEqual([200, expect.stringMatching(/^whsec_/)]);
});

it('goes on with all the rest: tables, queries, agents without a key, new keys', async () => {
  expect((await service.call('POST', `${at}/query`, { sql: 'select count(*) as n from homes' })).body.rows).toEqual([
    { n: 2 },
  ]);
  expect((await service.call('POST', `${at}/agents/plain/completions`, ask)).status).toBe(200);
  expect((await service.call('POST', '/api/keys', { name: 'admin', role: 'admin' })).status).toBe(201);
});
