import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { describeBlobStore } from '../../../test/blob-contract.ts';
import { openDiskBlobs } from './disk.ts';

describeBlobStore('a directory', openDiskBlobs);

test('opening clears what a crash left half-written, and lists nothing of it', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'sibyl-blobs-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  mkdirSync(join(directory, '.incoming'));
  writeFileSync(join(directory, '.incoming', 'half'), 'ha');

  const blobs = await openDiskBlobs(directory);

  expect(await blobs.list('')).toEqual([]);
  expect(readdirSync(join(directory, '.incoming'))).toEqual([]);
});
