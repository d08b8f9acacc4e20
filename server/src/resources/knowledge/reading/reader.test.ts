import { afterAll, describe, expect, it } from 'vitest';
import type { ReadRequest } from './messages.ts';
import { openDocumentReader } from './reader.ts';

const asker = { project: 'prj_a', caller: 'key_a' };
const memoryBytes = 2 ** 30;
const reader = openDocumentReader({ timeMs: 30_000, memoryBytes });
afterAll(() => reader.close());

function htmlOrder(text: string): ReadRequest {
  return { source: { text }, format: 'html', language: 'english', name: 'page.html', title: undefined };
}

const long = htmlOrder('<p>word</p>'.repeat(400_000));

describe('a reader of documents', () => {
  it('gives up what takes too long, and reads the next', async () => {
    const hasty = openDocumentReader({ timeMs: 100, memoryBytes });
    const slow = hasty.read(long, asker);
    await expect(slow).rejects.toMatchObject({ code: 'unreadable_document', errors: [{ code: 'too_slow' }] });
    hasty.close();
    expect((await reader.read(htmlOrder('<p>next</p>'), asker)).text).toBe('next');
  });

  it('stops when nobody waits any more', async () => {
    const caller = new AbortController();
    const reading = reader.read(long, { ...asker, signal: caller.signal });
    caller.abort(new Error('gone'));
    await expect(reading).rejects.toThrow('gone');
    expect((await reader.read(htmlOrder('<p>next</p>'), asker)).text).toBe('next');
  });

  it('ends with the service', async () => {
    const closing = openDocumentReader({ timeMs: 30_000, memoryBytes });
    const reading = closing.read(long, asker);
    closing.close();
    await expect(reading).rejects.toMatchObject({ code: 'shutting_down' });
  });

  it('names a file that is not there as its own fault, not as that of the document', async () => {
    const order: ReadRequest = { ...htmlOrder(''), source: { path: '/nowhere/at/all' } };
    const cause = { message: expect.stringContaining('ENOENT') };
    await expect(reader.read(order, asker)).rejects.toMatchObject({ code: 'internal', cause });
  });
});
