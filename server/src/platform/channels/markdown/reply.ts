import type { Reply, ReplyCitation } from '../platform.ts';
import { type Markup, renderMarkdown } from './render.ts';

const mostSources = 5;
const longestSource = 120;

/** Renders a reply in the platform's markup, followed by its sources. */
export async function renderReply({ text, citations }: Reply, markup: Markup): Promise<string> {
  const rendered = await renderMarkdown(text, markup);
  const sources = nameSources(citations);
  return sources === '' ? rendered : `${rendered}\n\n${markup.italic(markup.escape(sources))}`;
}

/** Returns `Sources: terms.md, prices.csv`; empty without sources. */
export function nameSources(citations: readonly ReplyCitation[]): string {
  const names = [...new Set(citations.map(({ title, source }) => title ?? source))].slice(0, mostSources);
  if (names.length === 0) return '';
  const short = names.map((name) => (name.length > longestSource ? `${name.slice(0, longestSource - 1)}…` : name));
  return `${names.length === 1 ? 'Source' : 'Sources'}: ${short.join(', ')}`;
}
