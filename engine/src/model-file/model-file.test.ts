import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
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

test('saved values say where they are wrong', () => {
  const saved = new SavedValue({ a: [1, 'x'], w: 'b', big: 1e9 }, tensors);
  expect(saved.get('w').doubles(2)).toEqual(Float64Array.of(0.5, -1));
  expect(() => saved.get('a').list()[1].number()).toThrow('model.a[1] must be a number');
  expect(() => saved.get('w').doubles(3)).toThrow('model.w must be a tensor of 3');
  expect(() => saved.get('w').integers(Int32Array, 0, 1)).toThrow('model.w must be a tensor of Int32Array');
  expect(() => saved.get('big').integer(0, 100)).toThrow('model.big must be a number 0 to 100');
  expect(() => saved.get('constructor').text()).toThrow('model.constructor must be a text');
});
