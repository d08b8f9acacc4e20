import { readdir, readFile } from 'node:fs/promises';

const folder = new URL('handbook/', import.meta.url);

/** Reads the handbook of an invented rental agency, one Markdown page per topic. */
export async function readHandbook(): Promise<{ name: string; text: string }[]> {
  const names = (await readdir(folder)).sort();
  return Promise.all(names.map(async (name) => ({ name, text: await readFile(new URL(name, folder), 'utf8') })));
}
