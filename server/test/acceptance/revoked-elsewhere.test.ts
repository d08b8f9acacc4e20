/**
 * Keys are created and revoked by another process, with and without a running service.
 *
 * @module-tag long
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { makeDirectory, startProcess } from '../service-process.ts';

const run = promisify(execFile);
const cli = join(import.meta.dirname, '../../command.js');

/** Runs `npm run sibyl -- …` in a separate process. */
async function sibyl(directory: string, ...words: string[]): Promise<string> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, SIBYL_DATA_DIR: directory };
  return (await run(process.execPath, [cli, ...words], { env })).stdout.trim();
}

test('a key that another process revokes opens nothing once that process has ended', async () => {
  const directory = makeDirectory();
  const admin = await sibyl(directory, 'keys', 'create', '--role', 'admin');
  const service = startProcess(directory);
  // A command during the start of the service would hold the directory.
  await service.url;
  const ask = async (secret: string) =>
    (await service.call('GET', '/projects', undefined, { authorization: `Bearer ${secret}` })).status;
  const guest = await sibyl(directory, 'keys', 'create', '--role', 'viewer', '--name', 'guest');
  expect([await ask(admin), await ask(guest), await ask(guest)]).toEqual([200, 200, 200]);
  const rotated = await sibyl(directory, 'keys', 'rotate', 'guest', '--overlap-seconds', '600');
  expect([await ask(guest), await ask(rotated)]).toEqual([200, 200]);
  await sibyl(directory, 'keys', 'revoke', 'guest');
  expect([await ask(guest), await ask(rotated), await ask(admin)]).toEqual([401, 401, 200]);
  await service.end('SIGTERM');
  await sibyl(directory, 'keys', 'revoke', 'admin');
  expect(await sibyl(directory, 'keys', 'list')).toBe('');
});
