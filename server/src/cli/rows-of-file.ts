import { readFile } from 'node:fs/promises';
import { CommandError, openFile } from './files.ts';

/** Reads rows of JSON (a list) or NDJSON (a row on each line). */
export async function readRows(path: string): Promise<object[]> {
  await openFile(path);
  const text = (await readFile(path, 'utf8')).trim();
  try {
    const rows = text.startsWith('[') ? JSON.parse(text) : text.split('\n').map((line) => JSON.parse(line));
    if (rows.every((row: unknown) => typeof row === 'object' && row !== null)) return rows;
  } catch {
    // Told below.
  }
  throw new CommandError(`${path} holds no rows of JSON: a list of objects, or one object on each line.`);
}
