import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashPlace } from '@sibyl/engine/model-file/safetensors.ts';
import { afterAll, expect, test } from 'vitest';
import { sha256 } from '../sha256.ts';
import { readHashed } from './read-hashed.ts';

const folder = mkdtempSync(join(tmpdir(), 'read-hashed-'));
afterAll(() => rmSync(folder, { recursive: true }));

test.each([0, 1, 50, 98, 5000, 4 * 1024 * 1024, 9 * 1024 * 1024 + 3])(
  'a file of %i bytes is read whole, and hashed with zeros in the place of its hash',
  async (size) => {
    const path = join(folder, String(size));
    const content = Uint8Array.from({ length: size }, (_, index) => (index * 31 + (index >> 9)) % 256);
    writeFileSync(path, content);
    const { bytes, hash } = await readHashed(path);
    expect(Buffer.compare(bytes, content)).toBe(0);
    const { start, end, zeros } = hashPlace;
    const parts = [content.subarray(0, start), new TextEncoder().encode(zeros), content.subarray(end)];
    expect(hash).toBe(sha256(size < end ? [content] : parts));
  },
);

test('a file that is not there is said to be missing', async () => {
  await expect(readHashed(join(folder, 'none'))).rejects.toMatchObject({ code: 'ENOENT' });
});
