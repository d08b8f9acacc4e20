import { readTextLines } from '../../../platform/data/text-lines.ts';

/** Yields the lines of a response, the next only when the last is taken; empty ones are left out. */
export async function* readLines({ body }: Response): AsyncGenerator<string> {
  if (body === null) return;
  for await (const line of readTextLines(body)) if (line.trim() !== '') yield line;
}
