import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { CommandError, openFile } from './files.ts';

type Row = Record<string, unknown>;

/** Reads rows of JSON (a list) or NDJSON (a row on each line) of a file, or of the standard input (`-`). */
export async function readRows(path: string): Promise<Row[]> {
  if (path !== '-') await openFile(path); // says what else is there
  const read = path === '-' ? await text(process.stdin) : await readFile(path, 'utf8');
  try {
    const rows: unknown[] = read.trimStart().startsWith('[') ? JSON.parse(read) : linesOf(read);
    if (rows.every(isRow)) return rows;
  } catch {
    // Told below.
  }
  throw new CommandError(`${path} holds no rows of JSON: a list of objects, or one object on each line.`);
}

function linesOf(read: string): unknown[] {
  return read
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line));
}

function isRow(row: unknown): row is Row {
  return typeof row === 'object' && row !== null && !Array.isArray(row);
}
