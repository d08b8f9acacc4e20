/** What every blob store must do. An implementation passes it by its own test file. */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BlobStore } from '../src/platform/blobs/store.ts';

const badKeys = ['', '/', '/etc/passwd', 'a/', 'a//b', '..', 'a/../b', '.hidden', 'a/.b', 'a\\b', 'a b', 'a\0b', 'ä'];

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

async function* chunks(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield bytes(text);
}

async function* breakAfter(text: string): AsyncGenerator<Uint8Array> {
  yield bytes(text);
  throw new Error('the sender went away');
}

/** @param open makes a store over an empty directory that is removed afterwards */
export function describeBlobStore(name: string, open: (directory: string) => Promise<BlobStore>): void {
  describe(`${name} keeps the contract of a blob store`, () => {
    const directory = mkdtempSync(join(tmpdir(), 'sibyl-blobs-'));
    let blobs: BlobStore;
    beforeAll(async () => {
      blobs = await open(join(directory, 'blobs'));
    });
    afterAll(() => rmSync(directory, { recursive: true }));

    async function readText(key: string): Promise<string> {
      return new TextDecoder().decode(await blobs.read(key));
    }

    test('reads what was put, from bytes and from a stream', async () => {
      expect(await blobs.put('read/bytes', bytes('one'))).toBe(3);
      expect(await blobs.put('read/stream.bin', chunks('two ', 'and ', 'three'))).toBe(13);

      expect(await readText('read/bytes')).toBe('one');
      expect(await readText('read/stream.bin')).toBe('two and three');
    });

    test('opens a blob as a stream, and none that is not there', async () => {
      await blobs.put('streamed', chunks('a', 'b'));

      expect(Buffer.concat(await (await blobs.stream('streamed')).toArray()).toString()).toBe('ab');
      await expect(blobs.stream('nothing/here')).rejects.toThrow('ENOENT');
    });

    test('holds an empty blob', async () => {
      expect(await blobs.put('empty', chunks())).toBe(0);
      expect(await readText('empty')).toBe('');
    });

    test('copies a blob that outlives the one it was copied from, and is as new as one that was put', async () => {
      await blobs.put('copied/first', bytes('rows'));
      const before = Date.now() - 1000;
      await blobs.copy('copied/first', 'copied/further/second');
      await blobs.delete('copied/first');

      expect(await readText('copied/further/second')).toBe('rows');
      const [copy] = await blobs.list('copied/');
      expect(copy).toMatchObject({ key: 'copied/further/second', byteSize: 4 });
      expect(copy.modified.getTime()).toBeGreaterThan(before);
      await expect(blobs.copy('copied/first', 'copied/third')).rejects.toThrow('ENOENT');
      expect(await blobs.list('copied/')).toHaveLength(1);
    });

    test('puts a new blob in the place of an old one', async () => {
      await blobs.put('replaced', bytes('a longer text'));
      await blobs.put('replaced', bytes('short'));

      expect(await readText('replaced')).toBe('short');
    });

    test('keeps the old blob when a stream breaks, and shows nothing of the new one', async () => {
      await blobs.put('broken/old', bytes('old'));

      await expect(blobs.put('broken/old', breakAfter('new'))).rejects.toThrow('went away');
      await expect(blobs.put('broken/never', breakAfter('new'))).rejects.toThrow('went away');

      expect(await readText('broken/old')).toBe('old');
      expect((await blobs.list('broken/')).map((blob) => blob.key)).toEqual(['broken/old']);
    });

    test('adopts a local file', async () => {
      const file = join(directory, randomUUID());
      writeFileSync(file, 'adopted');

      await blobs.adopt('deep/er/adopted.parquet', file);

      expect(await readText('deep/er/adopted.parquet')).toBe('adopted');
      expect(existsSync(file)).toBe(false);
    });

    test('gives a local path to the content', async () => {
      await blobs.put('local', bytes('here'));

      expect(readFileSync(await blobs.path('local'), 'utf8')).toBe('here');
    });

    test('gives addresses at which programs elsewhere read and write one file, and no other', async () => {
      await blobs.put('shared/in', bytes('here it is'));
      expect(await readElsewhere(await blobs.share('shared/in', 'read'))).toBe('here it is');

      await writeElsewhere(await blobs.share('shared/new/out', 'write'), 'and back');
      expect(await readText('shared/new/out')).toBe('and back');

      const address = new URL(await blobs.share('shared/in', 'read'));
      if (address.protocol === 'file:') return;
      expect(await fetch(address, { method: 'PUT', body: 'x' })).toMatchObject({ ok: false });
      address.pathname = address.pathname.replace(/in$/, 'new/out');
      expect(await fetch(address)).toMatchObject({ ok: false });
    });

    test('rejects reading what is not there', async () => {
      await expect(blobs.read('nothing/here')).rejects.toThrow();
      await expect(blobs.path('nothing/here')).rejects.toThrow();
    });

    test('deletes, once and again', async () => {
      await blobs.put('deleted', bytes('x'));
      await blobs.delete('deleted');
      await blobs.delete('deleted');

      await expect(blobs.read('deleted')).rejects.toThrow();
    });

    test('lists by prefix with sizes', async () => {
      await Promise.all(['list/a/1', 'list/a/2', 'list/b'].map((key) => blobs.put(key, bytes(key))));

      const found = await blobs.list('list/a');

      expect(found.map(({ key, byteSize }) => `${key} ${byteSize}`).sort()).toEqual(['list/a/1 8', 'list/a/2 8']);
      expect(await blobs.list('list/c')).toEqual([]);
    });

    test.each(badKeys)('refuses the key %j', async (key) => {
      await expect(blobs.put(key, bytes('x'))).rejects.toThrow('not a blob key');
      await expect(blobs.read(key)).rejects.toThrow('not a blob key');
      await expect(blobs.delete(key)).rejects.toThrow('not a blob key');
    });

    test('puts to one key at once leave one of them whole', async () => {
      const texts = ['a', 'b', 'c'].map((letter) => letter.repeat(200_000));

      await Promise.all(texts.map((text) => blobs.put('contended', chunks(text.slice(1), text[0]))));

      expect(texts).toContain(await readText('contended'));
    });
  });
}

async function readElsewhere(address: string): Promise<string> {
  return address.startsWith('file:') ? readFileSync(fileURLToPath(address), 'utf8') : (await fetch(address)).text();
}

/** Writes as the programs of a cluster do. */
async function writeElsewhere(address: string, content: string): Promise<void> {
  if (address.startsWith('file:')) writeFileSync(fileURLToPath(address), content);
  else expect(await fetch(address, { method: 'PUT', body: content })).toMatchObject({ ok: true });
}
