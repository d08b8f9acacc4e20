import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { GrowingFile } from './growing-file.ts';

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sibyl-growing-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

const piece = (number: number) => Buffer.from(`${String(number).padStart(99, '0')}\n`);

test('what was read leaves the disk while more is written', async () => {
  const folder = makeFolder();
  const file = await GrowingFile.create(join(folder, 'req'), { partBytes: 300 });
  const reader = file.read();
  const read: Buffer[] = [];
  let mostParts = 0;
  for (let number = 0; number < 60; number += 1) {
    await file.append(piece(number));
    for (let size = 0; size < 100; size += read.at(-1)!.length) read.push((await reader.next()).value!);
    mostParts = Math.max(mostParts, readdirSync(folder).length);
  }
  await file.complete();
  expect((await reader.next()).done).toBe(true);
  expect(Buffer.concat(read)).toEqual(Buffer.concat(Array.from({ length: 60 }, (_, number) => piece(number))));
  expect(mostParts).toBeLessThanOrEqual(2);
  expect(readdirSync(folder)).toEqual([]);
});

test('a reader who reads nothing cannot fill the disk, and is told so at the end', async () => {
  const folder = makeFolder();
  const file = await GrowingFile.create(join(folder, 'req'), { partBytes: 200, unreadBytes: 500, patienceMs: 50 });
  const write = async () => {
    for (let number = 0; number < 100; number += 1) await file.append(piece(number));
  };
  await expect(write()).rejects.toMatchObject({
    code: 'overloaded',
    extensions: { limit_name: 'answer_bytes', limit: 500 },
  });
  await file.complete(Buffer.from('why\n'));
  let text = '';
  for await (const chunk of file.read()) text += chunk;
  expect(text.length).toBe(6 * 100 + 4);
  expect(text.endsWith('why\n')).toBe(true);
  expect(readdirSync(folder)).toEqual([]);
});
