import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ModelFileError } from '@sibyl/engine/load.ts';
import { digestedParts } from '@sibyl/engine/model-file/digests.ts';
import { readSafetensors, writeSafetensors } from '@sibyl/engine/model-file/safetensors.ts';
import { afterAll, expect, test } from 'vitest';
import { sha256 } from '../sha256.ts';
import { readHashed } from './read-hashed.ts';

const folder = mkdtempSync(join(tmpdir(), 'read-hashed-'));
afterAll(() => rmSync(folder, { recursive: true }));

test.each([0, 1, 50, 98, 5000, 4 * 1024 * 1024, 9 * 1024 * 1024 + 3])(
  'a file of %i bytes without a CRC-32 is read whole, and hashed with zeros in the place of its hash',
  async (size) => {
    const path = join(folder, String(size));
    const content = new Uint8Array(size);
    for (let index = 0; index < size; index += 7) content[index] = index >> 5;
    writeFileSync(path, content);
    const { bytes, digest } = await readHashed(path);
    expect(Buffer.compare(bytes, content)).toBe(0);
    expect(digest).toEqual({ kind: 'sha256', text: sha256(digestedParts(content, 'sha256')) });
  },
);

test('a file that is not there is said to be missing', async () => {
  await expect(readHashed(join(folder, 'none'))).rejects.toMatchObject({ code: 'ENOENT' });
});

test.each([0, 3_000_000, 8_999_999])(
  'a model file that was damaged at byte %i of its numbers is refused',
  async (at) => {
    const path = join(folder, `model-${at}`);
    const file = writeSafetensors('{}', new Map([['t0', new Uint8Array(9_000_000).fill(7)]]), sha256);
    writeFileSync(path, file);
    const whole = await readHashed(path);
    expect(readSafetensors(whole.bytes, whole.digest).tensors.get('t0')).toHaveLength(9_000_000);
    file[file.length - 9_000_000 + at] ^= 1;
    writeFileSync(path, file);
    const { bytes, digest } = await readHashed(path);
    expect(digest.kind).toBe('crc32');
    expect(() => readSafetensors(bytes, digest)).toThrow(ModelFileError);
  },
);
