import { afterAll, describe, expect, it } from 'vitest';
import type { ReadRequest } from './messages.ts';
import { openDocumentReader } from './reader.ts';

const requester = { project: 'prj_a', caller: 'key_a' };
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
    const slow = hasty.read(long, requester);
    await expect(slow).rejects.toMatchObject({ code: 'unreadable_document', errors: [{ code: 'too_slow' }] });
    hasty.close();
    expect((await reader.read(htmlOrder('<p>next</p>'), requester)).text).toBe('next');
  });

  it('stops when nobody waits any more', async () => {
    const caller = new AbortController();
    const reading = reader.read(long, { ...requester, signal: caller.signal });
    caller.abort(new Error('gone'));
    await expect(reading).rejects.toThrow('gone');
    expect((await reader.read(htmlOrder('<p>next</p>'), requester)).text).toBe('next');
  });

  it('keeps no marks for terminals: colours, titles, letters struck twice, bells', async () => {
    const text = '\u001b[1mNAME\u001b[0m\n\u001b]0;owned\u0007m\b_a\b_n\b_ _\b1 N\bNo\bo\tshows\u0007 a page.\n';
    for (const copies of [1, 8000]) {
      const order: ReadRequest = { ...htmlOrder(text.repeat(copies)), format: 'text', name: 'man.txt' };
      const plain = 'NAME\nman 1 No\tshows a page.\n';
      expect((await reader.read(order, requester)).text).toBe(plain.repeat(copies));
    }
  });

  it('ends with the service', async () => {
    const closing = openDocumentReader({ timeMs: 30_000, memoryBytes });
    const reading = closing.read(long, requester);
    closing.close();
    await expect(reading).rejects.toMatchObject({ code: 'shutting_down' });
  });

  it('names a file that is not there as its own fault, not as that of the document', async () => {
    const order: ReadRequest = { ...htmlOrder(''), source: { path: '/nowhere/at/all' } };
    const cause = { message: expect.stringContaining('ENOENT') };
    await expect(reader.read(order, requester)).rejects.toMatchObject({ code: 'internal', cause });
  });
});
