import { createReadStream, createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import iconv from 'iconv-lite';

/** How a text file is written: an encoding of iconv-lite, and whether a byte order mark comes first. */
export interface TextEncoding {
  encoding: string;
  hasMark: boolean;
}

const utf8 = 'utf-8';

/**
 * Writes a UTF-8 file anew as another file was written. Returns its encoding, which stays UTF-8 where a letter of the
 * answer has no place in the other one, because a question mark in its stead would be a loss.
 */
export async function encodeLike(path: string, { encoding, hasMark }: TextEncoding): Promise<string> {
  if (encoding === utf8 && !hasMark) return utf8;
  const scratch = `${path}.encoded`;
  const fits = encoding === utf8 || (await fitsInto(path, encoding));
  if (!fits) return utf8;
  const encode = (chunks: AsyncIterable<string>) => encodeChunks(chunks, encoding, hasMark);
  await pipeline(readTexts(path), encode, createWriteStream(scratch));
  await rename(scratch, path);
  return encoding;
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
