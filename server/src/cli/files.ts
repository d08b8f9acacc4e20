import { openAsBlob, statSync } from 'node:fs';
import { basename } from 'node:path';
import { typeOfFormat } from '../resources/tables/media-types.ts';

/** A misused command; the message is its usage. */
export class CommandError extends Error {}

/** Returns the media type of a file by its name. */
export function typeOfFile(path: string): string {
  const [, ending = ''] = /\.([a-z]+)(?:\.gz)?$/i.exec(path.toLowerCase()) ?? [];
  const format = ending === 'jsonl' ? 'ndjson' : ending;
  if (Object.hasOwn(typeOfFormat, format)) return typeOfFormat[format as keyof typeof typeOfFormat].split(';')[0];
  return 'text/csv';
}

export async function openFile(path: string): Promise<Blob> {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) throw new CommandError(`There is no file ${path}.`);
  if (found.isDirectory()) throw new CommandError(`${path} is a folder; name a file.`);
  return openAsBlob(path, { type: typeOfFile(path) });
}

/** Returns a table or model name for a file: `Home rentals (2).csv` gives `Home_rentals_2`. */
export function nameOfFile(path: string): string {
  const stem = basename(path)
    .replace(/\.gz$/i, '')
    .replace(/\.[A-Za-z0-9]{1,8}$/, '');
  const name = stem
    .replace(/[^A-Za-z0-9_-]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 128);
  return name === '' ? 'table' : name;
}
