import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { lockDirectory } from './lock.ts';

function makeDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'sibyl-lock-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return directory;
}

async function startHolder(directory: string) {
  const script = join(import.meta.dirname, '../../../test/hold-directory.ts');
  const holder = spawn(process.execPath, ['--expose-gc', script, directory, 'http://127.0.0.1:4747']);
  onTestFinished(() => void holder.kill('SIGKILL'));
  await once(holder.stdout, 'data');
  return holder;
}

test('a second process is refused and told who holds the directory, and where', async () => {
  const directory = makeDirectory();
  const holder = await startHolder(directory);

  const who = `${directory} is in use by process ${holder.pid} on ${hostname()} since 20`;
  expect(() => lockDirectory(directory)).toThrow(who);
  expect(() => lockDirectory(directory)).toThrow('which listens on http://127.0.0.1:4747');
});

test('the directory is free once its holder was killed', async () => {
  const directory = makeDirectory();
  const holder = await startHolder(directory);

  holder.kill('SIGKILL');
  await once(holder, 'exit');

  lockDirectory(directory).release();
});

test('the same process is refused too, until it releases', () => {
  const directory = makeDirectory();
  const lock = lockDirectory(directory);

  expect(() => lockDirectory(directory)).toThrow(`in use by process ${process.pid}`);
  lock.release();
  lockDirectory(directory).release();
});

test('a directory that is not there is no matter of who holds it', () => {
  expect(() => lockDirectory(join(makeDirectory(), 'none'))).toThrow('unable to open database file');
});

test('a damaged lock is named, with what to do about it', () => {
  const directory = makeDirectory();
  writeFileSync(join(directory, 'lock.db'), Buffer.alloc(8192, 'x'));
  expect(() => lockDirectory(directory)).toThrow(`${join(directory, 'lock.db')} is damaged (file is not a database).`);
});
