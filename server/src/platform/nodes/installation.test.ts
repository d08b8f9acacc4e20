import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { ConfigError, readConfig } from '../../config.ts';
import { migrate } from '../../operations/migration/migrate.ts';
import { serve } from '../../serve.ts';
import { openDiskBlobs } from '../blobs/disk.ts';

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sibyl-installation-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const configOf = (directory: string, more: Record<string, string>) =>
  readConfig({ SIBYL_DATA_DIR: directory, SIBYL_PORT: '0', SIBYL_SAMPLE: '0', SIBYL_LOG_LEVEL: 'silent', ...more });

const start = async (directory: string, files: string) =>
  (await serve(configOf(directory, { SIBYL_BLOBS_URL: pathToFileURL(files).href }))).close();

async function putFile(files: string): Promise<string> {
  const key = 'tables/tbl_other/part.parquet';
  await (await openDiskBlobs(files, { isShared: true })).put(key, Buffer.from('rows'));
  return join(files, key);
}

test('a start on new records deletes no files of another database, and says which setting to look at', async () => {
  const [files, own] = [makeFolder(), makeFolder()];
  await start(own, files);
  const file = await putFile(files);
  await expect(start(makeFolder(), files)).rejects.toThrow('SIBYL_BLOBS_URL names files of another database');
  expect(globSync(file)).toEqual([file]);
  await start(own, files);
});

test('a start that was killed while it joined leaves a place that others can take', async () => {
  const files = makeFolder();
  await (await openDiskBlobs(files)).put('installation/none', Buffer.from('none'));
  await start(makeFolder(), files);
});

test('a directory is not moved into itself', async () => {
  const directory = makeFolder();
  await (await serve(configOf(directory, {}))).close();
  const url = 'postgres://nobody@127.0.0.1:1/none';
  const within = { SIBYL_DATABASE_URL: url, SIBYL_BLOBS_URL: pathToFileURL(join(directory, 'blobs')).href };
  await expect(migrate(configOf(makeFolder(), within), directory, () => {})).rejects.toThrow('lies in');
});

test('a place of files that cannot be written stops the start with its setting', async () => {
  const files = join(makeFolder(), 'none');
  writeFileSync(files, 'a file, and no folder');
  await expect(start(makeFolder(), files)).rejects.toMatchObject({ constructor: ConfigError });
  await expect(start(makeFolder(), files)).rejects.toThrow(/^SIBYL_BLOBS_URL: E/);
});
