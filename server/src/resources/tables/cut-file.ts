import { createReadStream } from 'node:fs';
import { stat, truncate } from 'node:fs/promises';
import { readHead } from '../../platform/data/read-head.ts';

const lineFeed = 10;
const mostOfLine = 1 << 20;

/** Cuts a text file after its last line end. A file whose last MiB has none stays whole. */
export async function endAtLastLine(path: string): Promise<void> {
  const { size } = await stat(path);
  const from = Math.max(0, size - mostOfLine);
  const tail = await readHead(path, size - from, from);
  const end = tail.lastIndexOf(lineFeed);
  if (end < 0) return;
  // In UTF-16LE the byte of a line end has a second one.
  const isWide = (from + end) % 2 === 0 && tail[end + 1] === 0;
  await truncate(path, from + end + (isWide ? 2 : 1));
}

/** Cuts a text file before a line (from 1), unless most of it would be lost. Returns whether it did. */
export async function endBeforeLine(path: string, line: number): Promise<boolean> {
  const { size } = await stat(path);
  let [before, seen] = [0, 1];
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, at + 1)) {
      seen += 1;
      if (seen < line) continue;
      const end = before + at + 1;
      if (end < size / 2) return false;
      await truncate(path, end);
      return true;
    }
    before += chunk.length;
  }
  return false;
}
