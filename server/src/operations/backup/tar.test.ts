import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ArchiveWriter } from './archive-writer.ts';
import { decodeHeader, encodeHeader } from './tar.ts';

it('reads the headers that it writes, of huge files too', () => {
  for (const byteSize of [0, 1, 8 * 1024 ** 3 - 1, 8 * 1024 ** 3, 5 * 1024 ** 4])
    expect(decodeHeader(encodeHeader({ name: 'sibyl.db', byteSize }))).toEqual({ name: 'sibyl.db', byteSize });
});

it('writes what tar can list', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sibyl-tar-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'file'), 'some text');
  const writer = await ArchiveWriter.create(join(folder, 'a.tar'));
  await writer.add('blobs/tables/one', join(folder, 'file'));
  await writer.finish({ format: 'sibyl backup 1', created_at: '', master_key: '' });
  const listed = execFileSync('tar', ['-tf', join(folder, 'a.tar')], { encoding: 'utf8' });
  expect(listed.trim().split('\n')).toEqual(['blobs/tables/one', 'manifest.json']);
});
