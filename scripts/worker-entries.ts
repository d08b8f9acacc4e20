import { dirname, join, relative, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '..');

/** Matches how sources name the entry file of a child process or thread. */
const entryPattern = /new URL\('([\w./-]+\.ts)', import\.meta\.url\)/g;

/** Returns the name in the bundle of an entry file. */
export function entryName(path: string): string {
  return relative(root, path)
    .replaceAll('\\', '/')
    .replace(/^server\/src\/|\.ts$/g, '')
    .replaceAll('/', '-');
}

/** Returns the entry files that the code of a source names. */
export function findEntryFiles(source: string, code: string): string[] {
  return Array.from(code.matchAll(entryPattern), ([, file]) => join(dirname(source), file));
}

/** Names them by their addresses in the bundle instead, which `address` makes from their names. */
export function replaceEntryFiles(source: string, code: string, address: (name: string) => string): string {
  return code.replace(entryPattern, (_, file) => address(entryName(join(dirname(source), file))));
}
