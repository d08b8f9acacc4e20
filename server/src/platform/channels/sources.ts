import type { Reply } from './platform.ts';

const mostSources = 5;

/** The text of a reply with its sources below it, for platforms that show them as text. */
export function withSources({ text, citations }: Reply): string {
  const names = [...new Set(citations.map(({ title, source }) => title ?? source))].slice(0, mostSources);
  return names.length === 0 ? text : `${text}\n\n_${names.length === 1 ? 'Source' : 'Sources'}: ${names.join(', ')}_`;
}
