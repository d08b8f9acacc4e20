import { createHash } from 'node:crypto';
import { crc32 as zlibCrc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { crc32 } from './crc32.ts';
import { digestedParts, quickestDigest, textOfCrc } from './digests.ts';
import { ModelFileError, SavedValue } from './reader.ts';
import { readSafetensors, writeSafetensors } from './safetensors.ts';
import { sha256 } from './sha256.ts';
import type { Tensor } from './tensors.ts';

const tensors = new Map<string, Tensor>([
  ['d', Uint16Array.of(9, 10)],
  ['e', Uint32Array.of(4e9)],
  ['a', Uint8Array.of(1, 2, 3)],
  ['b', Float64Array.of(0.5, -1)],
  ['c', Int32Array.of(7)],
]);

test.each([0, 1, 55, 56, 63, 64, 65, 119, 1000])('sha256 of %d bytes in two parts', (length) => {
  const bytes = Uint8Array.from({ length }, (_, index) => index * 7);
  const parts = [bytes.subarray(0, length >> 1), bytes.subarray(length >> 1)];
  expect(sha256(parts)).toBe(createHash('sha256').update(bytes).digest('hex'));
});

test('the CRC-32 is that of zlib, in one part or two', () => {
  const bytes = Uint8Array.from({ length: 1000 }, (_, index) => index * 7);
  expect(crc32(bytes)).toBe(zlibCrc32(bytes));
  expect(crc32(bytes.subarray(300), crc32(bytes.subarray(0, 300)))).toBe(zlibCrc32(bytes));
});

test('a hash of the host stands in for the own one', () => {
  const ofHost = (parts: readonly Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest('hex');
  const bytes = writeSafetensors('{}', tensors, ofHost);
  expect(bytes).toEqual(writeSafetensors('{}', tensors));
  expect(readSafetensors(bytes, ofHost).tensors).toEqual(tensors);
  expect(() => readSafetensors(bytes, () => '0'.repeat(64))).toThrow(ModelFileError);
});

test('what is written is read back', () => {
  const file = readSafetensors(writeSafetensors('{"é":1}', tensors));
  expect(file.text).toBe('{"é":1}');
  expect(file.tensors).toEqual(tensors);
});

test('a Buffer, as Node reads files, is read like any bytes', () => {
  const file = readSafetensors(Buffer.from(writeSafetensors('{}', tensors)));
  expect(file.tensors).toEqual(tensors);
});

test('any flipped byte and any cut is noticed', () => {
  const bytes = writeSafetensors('{}', tensors);
  for (let at = 0; at < bytes.length; at++) {
    const damaged = bytes.slice();
    damaged[at] ^= 0x10;
    expect(() => readSafetensors(damaged)).toThrow(ModelFileError);
    expect(() => readSafetensors(bytes.subarray(0, at))).toThrow(ModelFileError);
  }
});

test('any flipped byte but those of the SHA-256 is noticed by the CRC-32 alone', () => {
  const bytes = writeSafetensors('{}', tensors);
  const digestOf = (file: Uint8Array) => {
    const kind = quickestDigest(file);
    const parts = digestedParts(file, kind);
    return { kind, text: kind === 'crc32' ? textOfCrc(zlibCrc32(Buffer.concat(parts))) : sha256(parts) };
  };
  expect(digestOf(bytes).kind).toBe('crc32');
  expect(readSafetensors(bytes, digestOf(bytes)).tensors).toEqual(tensors);
  const sha = Buffer.from(bytes).indexOf(digestText(bytes));
  for (let at = 0; at < bytes.length; at++) {
    const damaged = bytes.slice();
    damaged[at] ^= 0x10;
    const read = () => readSafetensors(damaged, digestOf(damaged));
    if (at < sha || at >= sha + 64) expect(read).toThrow(ModelFileError);
  }
});

test('a file of an older program, which has a SHA-256 only, is read and checked by it', () => {
  const bytes = withoutCrc(writeSafetensors('{}', tensors));
  expect(quickestDigest(bytes)).toBe('sha256');
  const digest = { kind: 'sha256', text: sha256(digestedParts(bytes, 'sha256')) } as const;
  expect(readSafetensors(bytes, digest).tensors).toEqual(tensors);
  expect(readSafetensors(bytes).tensors).toEqual(tensors);
  bytes[bytes.length - 1] ^= 1;
  expect(() => readSafetensors(bytes)).toThrow(ModelFileError);
});

function digestText(bytes: Uint8Array): string {
  return /"sha256":"([0-9a-f]{64})"/.exec(Buffer.from(bytes).toString('latin1'))![1];
}

/** Writes a file as programs did before there was a CRC-32. */
function withoutCrc(bytes: Uint8Array): Uint8Array {
  const length = Number(new DataView(bytes.buffer).getBigUint64(0, true));
  const header = Buffer.from(bytes.subarray(8, 8 + length)).toString();
  const older = header.replace(/,"crc32":"[0-9a-f]{8}"/, '').padEnd(length, ' ');
  const file = new Uint8Array([...bytes.subarray(0, 8), ...Buffer.from(older), ...bytes.subarray(8 + length)]);
  const zeros = Buffer.from(older).toString().replace(digestText(bytes), '0'.repeat(64));
  const hash = createHash('sha256')
    .update(file.subarray(0, 8))
    .update(zeros)
    .update(file.subarray(8 + length));
  file.set(Buffer.from(hash.digest('hex')), 8 + older.indexOf(digestText(bytes)));
  return file;
}

test('saved values say where they are wrong', () => {
  const saved = new SavedValue({ a: [1, 'x'], w: 'b', big: 1e9 }, tensors);
  expect(saved.get('w').doubles(2)).toEqual(Float64Array.of(0.5, -1));
  expect(() => saved.get('a').list()[1].number()).toThrow('model.a[1] must be a number');
  expect(() => saved.get('w').doubles(3)).toThrow('model.w must be a tensor of 3');
  expect(() => saved.get('w').integers(Int32Array, 0, 1)).toThrow('model.w must be a tensor of Int32Array');
  expect(() => saved.get('big').integer(0, 100)).toThrow('model.big must be a number 0 to 100');
  expect(() => saved.get('constructor').text()).toThrow('model.constructor must be a text');
});
