import { readdir, readFile } from 'node:fs/promises';

const folder = new URL('handbook/', import.meta.url);

/** The sample documents: the handbook of a rental agency that does not exist, a Markdown page a topic, by name. */
export async function readHandbook(): Promise<{ name: string; text: string }[]> {
  const names = (await readdir(folder)).sort();
  return Promise.all(names.map(async (name) => ({ name, text: await readFile(new URL(name, folder), 'utf8') })));
}
