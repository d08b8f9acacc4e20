import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import { type Service, serve } from '../../serve.ts';
import { runKeysCommand, UsageError } from './command.ts';
import { openKeyAdmin } from './key-admin.ts';

let directory: string;
let service: Service | undefined;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sibyl-command-'));
});
afterEach(async () => {
  await service?.close();
  service = undefined;
  rmSync(directory, { recursive: true });
});

const configOf = (settings: Record<string, string> = {}) =>
  readConfig({
    SIBYL_DATA_DIR: directory,
    SIBYL_PORT: '0',
    SIBYL_SAMPLE: '0',
    SIBYL_LOG_LEVEL: 'silent',
    ...settings,
  });

async function sibyl(...words: string[]): Promise<string[]> {
  const { text } = await runKeysCommand(words, () => openKeyAdmin(configOf()));
  return text.split('\n');
}

async function statusFor(secret: string): Promise<number> {
  const headers = { authorization: `Bearer ${secret}` };
  return (await fetch(`${service?.address}/api/projects`, { headers })).status;
}

it('makes the first key before the first start, which may then listen to other machines', async () => {
  const [secret] = await sibyl('create', '--role', 'admin');
  service = await serve(configOf({ SIBYL_HOST: '0.0.0.0' }));
  expect([await statusFor(secret), await statusFor('none')]).toEqual([200, 401]);
});

it('asks a running service, which knows of the change at once', async () => {
  service = await serve(configOf());
  const [secret] = await sibyl('create', '--role', 'admin');
  expect([await statusFor(secret), await statusFor('none')]).toEqual([200, 401]);
  const [rotated] = await sibyl('rotate', 'admin');
  expect([await statusFor(secret), await statusFor(rotated)]).toEqual([401, 200]);
  const [viewer] = await sibyl('create', '--role', 'viewer', '--name', 'guest', '--project', 'default');
  expect((await sibyl('list'))[1]).toMatch(/^key_\w+ {2}guest {2}viewer {2}default {2}expires never/);
  await sibyl('revoke', 'guest');
  expect(await statusFor(viewer)).toBe(401);
  await expect(sibyl('revoke', 'guest')).rejects.toThrow('There is no key guest.');
});

it('says where the running service is when it does not answer from here, as from another container', async () => {
  service = await serve(configOf());
  writeFileSync(join(directory, 'owner.json'), JSON.stringify({ pid: 1, address: 'http://127.0.0.1:1' }));
  await expect(sibyl('list')).rejects.toThrow('listens on http://127.0.0.1:1, which does not answer from here');
});

it('may revoke the last key, which opens the service to this machine again', async () => {
  await sibyl('create', '--role', 'admin');
  service = await serve(configOf());
  expect(await statusFor('none')).toBe(401);
  await sibyl('revoke', 'admin');
  expect(await statusFor('none')).toBe(200);
});

it('leaves a token for the owner of the directory alone, while the service runs', async () => {
  service = await serve(configOf());
  expect(statSync(join(directory, 'operator.token')).mode & 0o777).toBe(0o600);
  await service.close();
  service = undefined;
  expect(() => statSync(join(directory, 'operator.token'))).toThrow('ENOENT');
});

it.each([
  [[], 'npm run -s sibyl -- keys create'],
  [['destroy'], 'npm run -s sibyl -- keys create'],
  [['create'], '--role must be one of admin'],
  [['create', '--rule', 'admin'], '--rule'],
  [['revoke'], 'Name the key'],
  [['rotate', 'x', '--overlap-seconds', 'long'], 'must be a whole number'],
])('says how it is used when told %j', async (words, sentence) => {
  await expect(sibyl(...words)).rejects.toThrow(sentence);
  await expect(sibyl(...words)).rejects.toBeInstanceOf(UsageError);
});
