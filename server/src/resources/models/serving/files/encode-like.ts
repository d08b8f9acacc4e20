import { createReadStream, createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import iconv from 'iconv-lite';
import type { FileDialect } from '../../../../platform/data/types.ts';

/** How a text file is written: an encoding of iconv-lite, and whether a byte order mark comes first. */
export interface TextEncoding {
  encoding: string;
  hasMark: boolean;
  /** Whether lines, which end in a line feed, are to end in a return and a line feed. */
  hasReturns: boolean;
}

const utf8 = 'utf-8';

/** Files in UTF-16 have a byte order mark, because few programs read them without. */
export function encodingOf({
  encoding = utf8,
  mark = false,
  line_end,
}: Pick<FileDialect, 'encoding' | 'mark' | 'line_end'>): TextEncoding {
  return { encoding, hasMark: mark || encoding.startsWith('utf-16'), hasReturns: line_end === 'crlf' };
}

/**
 * Writes a UTF-8 file anew as another file was written. Returns its encoding, which stays UTF-8 where a letter of the
 * answer has no place in the other one, because a question mark in its stead would be a loss.
 */
export async function encodeLike(path: string, like: TextEncoding): Promise<string> {
  const fits = like.encoding === utf8 || (await fitsInto(path, like.encoding));
  const { encoding, hasMark, hasReturns } = fits ? like : { ...like, encoding: utf8, hasMark: false };
  if (encoding === utf8 && !hasMark && !hasReturns) return utf8;
  const scratch = `${path}.encoded`;
  const encode = (chunks: AsyncIterable<string>) =>
    encodeChunks(hasReturns ? withReturns(chunks) : chunks, encoding, hasMark);
  await pipeline(readTexts(path), encode, createWriteStream(scratch));
  await rename(scratch, path);
  return encoding;
}

/** A line feed within quotes belongs to its cell. */
async function* withReturns(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let isQuoted = false;
  for await (const text of chunks)
    yield text.replace(/["\n]/g, (found) => {
      if (found === '"') isQuoted = !isQuoted;
      return found === '\n' && !isQuoted ? '\r\n' : found;
    });
}

function readTexts(path: string) {
  return createReadStream(path, { encoding: 'utf8', highWaterMark: 1 << 20 });
}

async function fitsInto(path: string, encoding: string): Promise<boolean> {
  for await (const text of readTexts(path) as AsyncIterable<string>)
    if (iconv.decode(iconv.encode(text, encoding, { addBOM: false }), encoding, { stripBOM: false }) !== text)
      return false;
  return true;
}

async function* encodeChunks(chunks: AsyncIterable<string>, encoding: string, hasMark: boolean) {
  const encoder = iconv.getEncoder(encoding, { addBOM: false });
  if (hasMark) yield iconv.encode('\ufeff', encoding, { addBOM: false });
  for await (const text of chunks) yield encoder.write(text);
  const rest = encoder.end();
  if (rest) yield rest;
}
