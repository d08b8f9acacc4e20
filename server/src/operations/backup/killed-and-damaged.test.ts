import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startTestService } from '../../../test/service.ts';
import { readConfig } from '../../config.ts';
import { findDamage } from '../../platform/db/sqlite/intact.ts';
import { openKeyAdmin } from '../../resources/keys/key-admin.ts';
import { serve } from '../../serve.ts';
import { backUp } from './backup.ts';
import { restore } from './restore.ts';

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sibyl-killed-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Returns a data directory whose service has stopped. */
async function leaveDirectory(): Promise<string> {
  const folder = newFolder();
  const directory = join(folder, 'data');
  const settings = { SIBYL_DATA_DIR: directory, SIBYL_PORT: '0', SIBYL_SAMPLE: '0', SIBYL_LOG_LEVEL: 'silent' };
  await (await serve(readConfig(settings))).close();
  return directory;
}

async function expectWhole(file: string): Promise<void> {
  const directory = join(newFolder(), 'restored');
  await restore(readConfig({ SIBYL_DATA_DIR: directory }), file, { forgetSecrets: true });
  expect(existsSync(join(directory, 'sibyl.db'))).toBe(true);
}

test('kill -9 of a backup leaves nothing but a whole archive under the final name, and the next run cleans up after it', {
  tags: 'long',
}, async () => {
  const service = await startTestService();
  onTestFinished(() => service.stop());
  const rows = Array.from({ length: 20_000 }, (_, row) => `${row},${'x'.repeat(200)}`).join('\n');
  await service.call('POST', '/projects/default/tables?name=t', `a,b\n${rows}\n`, { 'content-type': 'text/csv' });
  const folder = newFolder();
  const file = join(folder, 'all.tar');
  const environment = { PATH: process.env.PATH, SIBYL_DATA_DIR: service.directory };
  for (let milliseconds = 100; milliseconds <= 1500; milliseconds += 200) {
    const child = spawn(process.execPath, ['server/command.js', 'backup', file], { env: environment, stdio: 'ignore' });
    const ended = once(child, 'exit');
    await Promise.race([pause(milliseconds), ended]);
    child.kill('SIGKILL');
    const [code] = await ended;
    if (code === 0) expect(existsSync(file)).toBe(true);
    // The signal may arrive between the rename and the end of the command; the file is then complete.
    if (existsSync(file)) await expectWhole(file);
    rmSync(file, { force: true });
  }
  const config = readConfig({ SIBYL_DATA_DIR: service.directory });
  await backUp(config, file, { withMasterKey: false });
  expect(readdirSync(folder)).toEqual(['all.tar']);
  expect(readdirSync(join(service.directory, 'tmp')).filter((name) => name.startsWith('backup'))).toEqual([]);
  await expect(backUp(config, file, { withMasterKey: false })).rejects.toThrow('name another');
  expect(readdirSync(folder)).toEqual(['all.tar']);
});

describe('a restore that was killed', () => {
  const configOf = (directory: string) =>
    readConfig({ SIBYL_DATA_DIR: directory, SIBYL_PORT: '0', SIBYL_SAMPLE: '0', SIBYL_LOG_LEVEL: 'silent' });

  async function makeArchive(): Promise<string> {
    const file = join(newFolder(), 'all.tar');
    await backUp(configOf(await leaveDirectory()), file, { withMasterKey: true });
    return file;
  }

  /** Leaves a directory as a restore does that is killed before it moves `left`. */
  async function leaveRestored(file: string, left: string[]): Promise<string> {
    const directory = join(newFolder(), 'data');
    await restore(configOf(directory), file, { forgetSecrets: false });
    mkdirSync(join(directory, 'restoring'));
    for (const name of left) renameSync(join(directory, name), join(directory, 'restoring', name));
    return directory;
  }

  test.each([
    ['while it unpacked', ['sibyl.db', 'master.key']],
    ['before it moved the records', ['sibyl.db']],
  ])('%s stops the start with the command that repeats it, and is repeated', async (_, left) => {
    const file = await makeArchive();
    const directory = await leaveRestored(file, left);
    await expect(serve(configOf(directory))).rejects.toMatchObject({ name: 'UnfinishedRestoreError' });
    await expect(serve(configOf(directory))).rejects.toThrow(`SIBYL_DATA_DIR=${directory} npm run -s sibyl -- restore`);
    await expect(openKeyAdmin(configOf(directory))).rejects.toThrow('was interrupted');
    expect(existsSync(join(directory, 'sibyl.db'))).toBe(false);
    await restore(configOf(directory), file, { forgetSecrets: false });
    expect(readdirSync(directory)).toEqual(expect.arrayContaining(['master.key', 'sibyl.db']));
    expect(existsSync(join(directory, 'restoring'))).toBe(false);
    await (await serve(configOf(directory))).close();
  });

  test('after it moved the records has done its work', async () => {
    const directory = await leaveRestored(await makeArchive(), []);
    await (await serve(configOf(directory))).close();
    expect(existsSync(join(directory, 'restoring'))).toBe(false);
  });

  test('after it moved the records is repeated like any other', async () => {
    const file = await makeArchive();
    const directory = await leaveRestored(file, []);
    await restore(configOf(directory), file, { forgetSecrets: false });
    expect(existsSync(join(directory, 'restoring'))).toBe(false);
    await (await serve(configOf(directory))).close();
    await expect(restore(configOf(directory), file, { forgetSecrets: false })).rejects.toThrow('is not empty');
  });

  test('does not make room for another one beside files of others', async () => {
    const file = await makeArchive();
    const directory = await leaveRestored(file, ['sibyl.db']);
    writeFileSync(join(directory, 'notes.txt'), 'mine');
    const before = readdirSync(directory);
    await expect(restore(configOf(directory), file, { forgetSecrets: false })).rejects.toThrow('(notes.txt)');
    expect(readdirSync(directory)).toEqual(before.filter((name) => name !== 'lock.db'));
  });

  test('leaves nothing when its repetition fails', async () => {
    const directory = await leaveRestored(await makeArchive(), ['sibyl.db']);
    const other = join(newFolder(), 'other.tar');
    writeFileSync(other, 'no archive');
    await expect(restore(configOf(directory), other, { forgetSecrets: false })).rejects.toThrow();
    expect(readdirSync(directory)).toEqual([]);
  });
});

test.each([
  ['cut in the middle', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
  ['overwritten in the middle', (bytes: Buffer) => bytes.fill(0x5a, 8192, bytes.length - 4096)],
  ['overwritten at its head', (bytes: Buffer) => bytes.fill(0x5a, 0, 100)],
])('a database that was %s stops the start with the command that restores', async (_, damage) => {
  const directory = await leaveDirectory();
  const path = join(directory, 'sibyl.db');
  writeFileSync(path, damage(readFileSync(path)));
  const settings = { SIBYL_DATA_DIR: directory, SIBYL_PORT: '0', SIBYL_SAMPLE: '0', SIBYL_LOG_LEVEL: 'silent' };
  const started = serve(readConfig(settings));
  await expect(started).rejects.toMatchObject({ name: 'DamagedDatabaseError' });
  await expect(started).rejects.toThrow(`SIBYL_DATA_DIR=${directory} npm run -s sibyl -- restore FILE`);
});

test.each([
  ['emptied', (path: string) => writeFileSync(path, '')],
  ['deleted', (path: string) => rmSync(path)],
])('a database that was %s stops the start, which would delete all files of models and tables', async (_, lose) => {
  const directory = await leaveDirectory();
  for (const end of ['-wal', '-shm']) rmSync(join(directory, `sibyl.db${end}`), { force: true });
  mkdirSync(join(directory, 'blobs/models'), { recursive: true });
  writeFileSync(join(directory, 'blobs/models/one'), 'a model');
  lose(join(directory, 'sibyl.db'));
  const settings = { SIBYL_DATA_DIR: directory, SIBYL_PORT: '0', SIBYL_SAMPLE: '0', SIBYL_LOG_LEVEL: 'silent' };
  await expect(serve(readConfig(settings))).rejects.toThrow('sibyl -- restore FILE');
  expect(readFileSync(join(directory, 'blobs/models/one'), 'utf8')).toBe('a model');
});

test('finds nothing wrong with a sound database, nor with none', async () => {
  const directory = await leaveDirectory();
  expect([findDamage(join(directory, 'sibyl.db')), findDamage(join(directory, 'none.db'))]).toEqual([
    undefined,
    undefined,
  ]);
});

test('damage of the database that is met while the service runs is named, and the service is not ready any more', async () => {
  const service = await startTestService({ SIBYL_LOG_LEVEL: 'silent' });
  onTestFinished(() => service.stop());
  await service.call('POST', '/projects', { name: 'before' });
  const { size } = statSync(join(service.directory, 'sibyl.db'));
  writeFileSync(join(service.directory, 'sibyl.db'), Buffer.alloc(size, 'damage'), { flag: 'r+' });
  writeFileSync(join(service.directory, 'sibyl.db-wal'), Buffer.alloc(100_000, 'damage'), { flag: 'r+' });
  // SQLite answers from memory until something is written.
  await service.call('POST', '/projects', { name: 'after' });
  const found = await service.call('GET', '/projects/default/chatbots');
  expect(found).toMatchObject({ status: 500, body: { code: 'database_damaged' } });
  expect(await service.call('GET', '/health/ready')).toMatchObject({
    status: 503,
    body: { status: 'database_damaged' },
  });
});
