import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openAnswering } from './answering.ts';

test('a short body in memory that other bodies share goes to a thread, and the others stay', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'sibyl-answering-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const answering = openAnswering();
  onTestFinished(() => answering.close());
  const path = join(directory, 'rows.jsonl');
  const shared = Buffer.from('[{"rooms":3}]');
  expect(shared.buffer.byteLength).toBeGreaterThan(shared.length);
  await answering.keepQuestion({ bytes: shared, path }, { project: 'p', caller: 'k' });
  expect(readFileSync(path, 'utf8').trim()).toBe('{"rooms":3}');
  expect(shared.toString()).toBe('[{"rooms":3}]');
});
