import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { beyondLimit } from '../../../errors.ts';
import { fileFault } from '../faults.ts';
import { readHead } from '../read-head.ts';

/**
 * Returns the file itself, or the content of a gzip file, written to `scratchPath`. Content of more than `most` bytes
 * is refused.
 */
export async function unpack(path: string, scratchPath: string, most: number) {
  const head = await readHead(path, 2);
  if (head[0] !== 0x1f || head[1] !== 0x8b) return { path, compression: undefined };
  let size = 0;
  async function* measure(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > most) throw tooLarge(most);
      yield chunk;
    }
  }
  try {
    await pipeline(createReadStream(path), createGunzip(), measure, createWriteStream(scratchPath));
  } catch (error) {
    const { code = '' } = error as { code?: string };
    if (!/^Z_|ERR_ZLIB/.test(code)) throw error;
    throw fileFault('broken_archive', 'The gzip file cannot be unpacked: it is cut short or damaged.');
  }
  return { path: scratchPath, compression: 'gzip' as const };
}

/** The limit of unpacked content is that of an upload. */
export function tooLarge(most: number): Error {
  const limit = { name: 'upload_bytes', value: most } as const;
  return beyondLimit(
    'upload_too_large',
    `Unpacked, the file is larger than ${most} bytes, the most that an upload may have.`,
    limit,
  );
}
