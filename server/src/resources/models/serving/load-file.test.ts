import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSafetensors, writeSafetensors } from '@sibyl/engine/model-file/safetensors.ts';
import type { Tensor } from '@sibyl/engine/model-file/tensors.ts';
import { train } from '@sibyl/engine/train.ts';
import { afterAll, expect, test } from 'vitest';
import { loadFile } from './load-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'load-file-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function trainedBytes(): Promise<Uint8Array> {
  const rowCount = 60;
  const count = (per: (row: number) => number) => Float64Array.from({ length: rowCount }, (_, row) => per(row));
  const columns = [
    { name: 'rooms', type: 'number' as const, values: count((row) => row % 7) },
    { name: 'price', type: 'number' as const, values: count((row) => 100 * (row % 7) + (row % 3)) },
  ];
  return (await train({ rowCount, columns }, { target: 'price', effort: 'quick' })).toBytes();
}

const damaged = { code: 'model_damaged' };

test('a file is loaded again to the same answers and the same cost', async () => {
  const path = join(folder, 'again');
  writeFileSync(path, await trainedBytes());
  const [first, second] = [await loadFile(path), await loadFile(path)];
  const rows = [{ rooms: 3 }, { rooms: '5' }, {}];
  const answerOf = ({ model }: typeof first) => model.predict(rows, {}, []);
  expect(answerOf(second)).toEqual(answerOf(first));
  expect(second.cost).toEqual(first.cost);
  expect(second.cost).toEqual(second.model.cost);
});

test('a file that has changed since is checked as if it were new', async () => {
  const path = join(folder, 'changed');
  const bytes = await trainedBytes();
  writeFileSync(path, bytes);
  await loadFile(path);
  const { text, tensors } = readSafetensors(bytes);
  const [name, numbers] = [...tensors].find(([, tensor]) => tensor instanceof Float64Array && tensor.length > 0)!;
  const spoilt = new Map<string, Tensor>(tensors).set(
    name,
    (numbers as Float64Array).map(() => Number.NaN),
  );
  writeFileSync(path, writeSafetensors(text, spoilt));
  await expect(loadFile(path)).rejects.toMatchObject(damaged);
  await expect(loadFile(path)).rejects.toMatchObject(damaged);
  writeFileSync(path, bytes.subarray(0, bytes.length - 1));
  await expect(loadFile(path)).rejects.toMatchObject(damaged);
  writeFileSync(path, bytes);
  expect((await loadFile(path)).byteSize).toBe(bytes.length);
});
