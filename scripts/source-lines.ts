/** Writes which line of which source each place of a bundled file is from, for `server/stacks.js`. */
import { decode } from '@jridgewell/sourcemap-codec';

/** Source of what was not written by anybody, such as helpers of the bundler. */
const nobody = 0xffff_ffff;

/**
 * Returns a table of numbers of 32 bits, little-endian: how many entries and sources follow; the entries, sorted by
 * place (line, column, source, line of the source; lines and columns from 1); where the name of each source begins, and
 * where the last ends; then the names in UTF-8.
 */
export function tabulateLines({ mappings, sources }: { mappings: string; sources: readonly string[] }): Buffer {
  const entries: number[] = [];
  for (const [line, segments] of decode(mappings).entries()) {
    let before = '';
    for (const [column, source = nobody, sourceLine = 0] of segments) {
      const origin = `${source}:${sourceLine}`;
      if (origin !== before) entries.push(line + 1, column + 1, source, sourceLine + 1);
      before = origin;
    }
  }
  const names = sources.map((source) => Buffer.from(source));
  const starts = [0];
  for (const name of names) starts.push(starts[starts.length - 1] + name.length);
  const numbers = [entries.length / 4, sources.length, ...entries, ...starts];
  const table = Buffer.alloc(4 * numbers.length);
  for (const [index, number] of numbers.entries()) table.writeUInt32LE(number, 4 * index);
  return Buffer.concat([table, ...names]);
}
