import type { Readable } from 'node:stream';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import yauzl from 'yauzl';
import { fileFault } from '../../faults.ts';
import { tooLarge } from '../unpack.ts';

/** A ZIP archive of XML parts, read part by part. */
export interface Archive {
  has(part: string): boolean;
  /** Passes the content of a part to `handle`; a missing part is empty. */
  read(part: string, handle: XmlHandler, isDone?: () => boolean): Promise<void>;
  /** Whether a part contains an ASCII word anywhere; much faster than to parse it. */
  contains(part: string, word: string): Promise<boolean>;
  close(): void;
}

export interface XmlHandler {
  open?(name: string, attributes: Record<string, string>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** Maximum memory of a part: a workbook's texts are kept, because cells refer to them. */
const maxKeptBytes = 256 * 1024 * 1024;

/** Parts nest about ten levels deep; the parser keeps every open element. */
const maxDepth = 100;
const tooDeep = `The workbook nests its elements deeper than ${maxDepth} levels.`;

/** Each part is looked up with reads of its own, so that a hundred thousand empty ones would take minutes. */
const mostParts = 10_000;

export async function openArchive(path: string, most: number): Promise<Archive> {
  try {
    const zip = await yauzl.openPromise(path, { autoClose: false, lazyEntries: true });
    if (zip.entryCount > mostParts) {
      zip.close();
      throw fileFault('broken_workbook', `The workbook has ${zip.entryCount} parts; at most ${mostParts} are read.`);
    }
    const entries = new Map<string, yauzl.Entry>();
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName.replace(/^\//, ''), entry);
    const open = async (part: string) => {
      const entry = entries.get(part);
      if (!entry) return undefined;
      const limit = part.startsWith('xl/worksheets/') ? most : Math.min(most, maxKeptBytes);
      if (entry.uncompressedSize > limit) throw tooLarge(limit);
      return { stream: await zip.openReadStreamPromise(entry), limit };
    };
    return {
      has: (part) => entries.has(part),
      async read(part, handle, isDone) {
        const opened = await open(part);
        if (opened) await parse(opened.stream, handle, opened.limit, isDone);
      },
      async contains(part, word) {
        const opened = await open(part);
        return opened !== undefined && (await search(opened.stream, word, opened.limit));
      },
      close: () => zip.close(),
    };
  } catch (error) {
    throw brokenWorkbook(error);
  }
}

export function brokenWorkbook(error: unknown): unknown {
  if ((error as Error).name === 'ServiceError') return error;
  const reason = String((error as Error).message)
    .split('\n')[0]
    .slice(0, 200);
  return fileFault('broken_workbook', `The workbook cannot be read: ${reason}`);
}

async function parse(stream: Readable, handle: XmlHandler, most: number, isDone?: () => boolean): Promise<void> {
  const parser = new SaxesParser({ xmlns: false });
  let depth = 0;
  parser.on('opentag', (tag: SaxesTagPlain) => {
    depth += 1;
    if (depth > maxDepth) throw fileFault('broken_workbook', tooDeep);
    handle.open?.(bareName(tag.name), tag.attributes);
  });
  if (handle.text) parser.on('text', (text) => handle.text?.(text));
  parser.on('closetag', (tag: SaxesTagPlain) => {
    depth -= 1;
    handle.close?.(bareName(tag.name));
  });
  const decoder = new TextDecoder();
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > most) throw tooLarge(most);
    parser.write(decoder.decode(chunk, { stream: true }));
    if (isDone?.()) return;
  }
  parser.close();
}

async function search(stream: Readable, word: string, most: number): Promise<boolean> {
  let [size, before] = [0, ''];
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > most) throw tooLarge(most);
    // The word may begin in one piece and end in the next.
    if (chunk.includes(word) || `${before}${chunk.toString('latin1', 0, word.length)}`.includes(word)) return true;
    before = `${before}${chunk.subarray(-word.length).toString('latin1')}`.slice(-word.length);
  }
  return false;
}

/** Some programs write a prefix before every name. */
function bareName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
