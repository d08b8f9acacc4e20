import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDiskBlobs } from '../../../../platform/blobs/disk.ts';
import { mostBytesHere } from '../model-cache.ts';
import { openAnswering } from './answering.ts';
import { prepareAnswering } from './prepare-answering.ts';

/** Returns whether a thread was started for a store with a model of this size. */
async function isPrepared(byteSize: number): Promise<boolean> {
  const directory = mkdtempSync(join(tmpdir(), 'sibyl-prepare-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const blobs = await openDiskBlobs(directory);
  await blobs.put('models/mod_1/1.model', new Uint8Array(byteSize));
  const answering = openAnswering();
  onTestFinished(() => answering.close());
  const looked = Promise.withResolvers<boolean>();
  const watched = {
    ...answering,
    prepare() {
      answering.prepare();
      looked.resolve(true);
    },
  };
  const list = async (prefix: string) => {
    const stored = await blobs.list(prefix);
    setTimeout(() => looked.resolve(false), 50); // what is done with the answer comes before that
    return stored;
  };
  const cancel = prepareAnswering({ answering: watched, blobs: { ...blobs, list } }, looked.reject);
  onTestFinished(cancel);
  return looked.promise;
}

test.each([
  [mostBytesHere, false],
  [mostBytesHere + 1, true],
])('with a model of %i bytes a thread is started in advance: %s', async (byteSize, isExpected) => {
  expect(await isPrepared(byteSize)).toBe(isExpected);
});
