import { chmodSync, globSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeDirectory, startProcess } from '../../../test/service-process.ts';
import { openPrivateDirectory } from './private-directory.ts';

const modeOf = (path: string) => statSync(path).mode & 0o777;
const openIn = (directory: string) =>
  [directory, ...globSync('**/*', { cwd: directory }).map((name) => join(directory, name))].filter(
    (path) => (modeOf(path) & 0o077) !== 0,
  );

test('a service makes its folder, records, tables and models for their owner alone, whatever the umask', async () => {
  const directory = join(makeDirectory(), 'data');
  const service = startProcess(directory);
  await service.url;
  const csv = { 'content-type': 'text/csv' };
  expect((await service.call('POST', '/projects/default/tables?name=t', 'a,b\n1,2\n', csv)).status).toBe(201);
  expect(modeOf(directory)).toBe(0o700);
  expect(modeOf(join(directory, 'sibyl.db'))).toBe(0o600);
  expect(openIn(directory)).toEqual([]);
  await service.end('SIGTERM');
});

test('what was left open to others is closed at the next start', async () => {
  const directory = makeDirectory();
  const first = startProcess(directory);
  await first.call('POST', '/projects/default/tables?name=t', 'a,b\n1,2\n', { 'content-type': 'text/csv' });
  await first.end('SIGTERM');
  for (const path of openedAll(directory)) chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644);
  const second = startProcess(directory);
  expect((await second.call('GET', '/projects/default/tables/t/rows')).body).toEqual([{ a: 1, b: 2 }]);
  expect(openIn(directory)).toEqual([]);
  await second.end('SIGTERM');
});

/** The master key is excluded: the service refuses to start if others can read it. */
function openedAll(directory: string): string[] {
  const names = globSync('**/*', { cwd: directory }).filter((name) => name !== 'master.key');
  return [directory, ...names.map((name) => join(directory, name))];
}

test('files of somebody else in the folder, and what links lead to, are left as they are', () => {
  const directory = makeDirectory();
  const elsewhere = join(makeDirectory(), 'table');
  writeFileSync(elsewhere, 'mine');
  writeFileSync(join(directory, 'notes.txt'), 'mine');
  mkdirSync(join(directory, 'blobs'));
  symlinkSync(elsewhere, join(directory, 'blobs', 'table'));
  for (const path of [elsewhere, join(directory, 'notes.txt')]) chmodSync(path, 0o644);
  chmodSync(join(directory, 'blobs'), 0o755);
  chmodSync(directory, 0o755);
  expect(openPrivateDirectory(directory)).toEqual([]);
  expect([elsewhere, join(directory, 'notes.txt')].map(modeOf)).toEqual([0o644, 0o644]);
  expect([directory, join(directory, 'blobs')].map(modeOf)).toEqual([0o700, 0o700]);
});
