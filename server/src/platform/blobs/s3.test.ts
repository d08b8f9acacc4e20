// @module-tag long
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { describeBlobStore } from '../../../test/blob-contract.ts';
import { credentials, type ObjectStore, provideObjectStore, startObjectStore } from '../../../test/object-store.ts';
import { readConfig } from '../../config.ts';
import { readS3Address } from '../../s3-address.ts';
import { serve } from '../../serve.ts';
import { openS3Blobs } from './s3.ts';

const missing = await provideObjectStore();

describe.skipIf(missing)('on a real S3-compatible store', () => {
  let store: ObjectStore;
  beforeAll(async () => {
    for (const [name, value] of Object.entries(credentials)) vi.stubEnv(name, value);
    store = await startObjectStore();
  });
  afterAll(async () => {
    await store.stop();
    vi.unstubAllEnvs();
  });

  async function openBucket(folder: string, url?: string) {
    const address = readS3Address(url ?? (await store.bucket()));
    if (!address) throw new Error('not an address');
    return openS3Blobs({ address, folder, mostBytes: 1000 });
  }

  describeBlobStore('a bucket', openBucket);

  test('fetches a file once for programs, again when its content changed, and forgets nothing that is in use', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sibyl-copies-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    mkdirSync(join(folder, 'copies'));
    const url = await store.bucket();
    const blobs = await openBucket(join(folder, 'copies'), url);
    await blobs.put('tables/a', Buffer.alloc(2000));
    const paths = await Promise.all([blobs.path('tables/a'), blobs.path('tables/a')]);
    await blobs.put('tables/b', Buffer.alloc(2000));
    await blobs.path('tables/b');
    expect(new Set(paths).size).toBe(1);
    expect(readdirSync(join(folder, 'copies'))).toHaveLength(2);
    await blobs.put('tables/a', Buffer.alloc(10));
    expect(await blobs.path('tables/a')).not.toBe(paths[0]);
    const again = await openBucket(join(folder, 'copies'), url);
    expect(await again.path('tables/b')).toBe(await blobs.path('tables/b'));
  });

  test('fetches a copy again that was cut off or deleted', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sibyl-copies-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const url = await store.bucket();
    const blobs = await openBucket(folder, url);
    await blobs.put('models/a', Buffer.from('a whole model'));
    const path = await blobs.path('models/a');
    truncateSync(path, 3);
    const again = await openBucket(folder, url); // as after a failure of the machine
    expect(readFileSync(await again.path('models/a'), 'utf8')).toBe('a whole model');
    rmSync(path);
    const paths = await Promise.all([again.path('models/a'), again.path('models/a')]);
    expect(paths.map((one) => readFileSync(one, 'utf8'))).toEqual(['a whole model', 'a whole model']);
  });

  test('names the setting when a start finds no bucket, no store, or credentials that it refuses', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sibyl-refused-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const start = (url: string) =>
      serve(readConfig({ SIBYL_DATA_DIR: folder, SIBYL_PORT: '0', SIBYL_SAMPLE: '0', SIBYL_BLOBS_URL: url }));
    const url = await store.bucket();
    const none = new URL(url);
    none.hostname = 'nowhere';
    await expect(start(none.href)).rejects.toThrow('SIBYL_BLOBS_URL: the bucket nowhere does not exist');
    const closed = new URL(url);
    closed.searchParams.set('endpoint', 'http://127.0.0.1:1');
    await expect(start(closed.href)).rejects.toThrow('SIBYL_BLOBS_URL: connect ECONNREFUSED 127.0.0.1:1');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'another');
    await expect(start(url)).rejects.toThrow(/^SIBYL_BLOBS_URL: the store refuses the credentials .*AWS_ACCESS_KEY_ID/);
    const blobs = await openBucket(folder, url);
    await expect(blobs.stream('models/a')).rejects.toMatchObject({ code: 'backend_unavailable' });
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', credentials.AWS_SECRET_ACCESS_KEY);
  });

  test('goes on with the copies while the store is away', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sibyl-copies-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const failing = await startObjectStore();
    const blobs = await openBucket(folder, await failing.bucket());
    for (const [key, text] of Object.entries({ 'models/a': 'first', 'models/b': 'never asked for' }))
      await blobs.put(key, Buffer.from(text));
    const path = await blobs.path('models/a');
    await failing.stop();
    expect(await blobs.path('models/a')).toBe(path);
    expect(readFileSync(path, 'utf8')).toBe('first');
    await expect(blobs.path('models/b')).rejects.toMatchObject({ code: 'backend_unavailable' });
  });
});

test.each([
  's3://Bucket/prefix',
  'http://bucket/prefix',
  's3://bucket?endpoint=here',
  's3://bucket?keys=secret',
  'bucket',
])('%s is no address of a bucket', (text) => {
  expect(readS3Address(text)).toBeUndefined();
});
