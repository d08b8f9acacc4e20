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

/** Returns `Sources: terms.md, manual.pdf (pages 3, 12)`; empty without sources. */
export function nameSources(citations: readonly ReplyCitation[]): string {
  const pages = Map.groupBy(citations, ({ title, source }) => title ?? source);
  const names = [...pages].slice(0, mostSources);
  if (names.length === 0) return '';
  const short = names.map(([name, cited]) => {
    const cut = name.length > longestSource ? `${name.slice(0, longestSource - 1)}…` : name;
    return `${cut}${pagesOf(cited)}`;
  });
  return `${names.length === 1 ? 'Source' : 'Sources'}: ${short.join(', ')}`;
}

/** Returns ` (pages 3, 12)`; empty for files without pages. */
function pagesOf(citations: readonly ReplyCitation[]): string {
  const pages = [...new Set(citations.flatMap(({ page }) => page ?? []))].sort((one, other) => one - other);
  if (pages.length === 0) return '';
  return ` (${pages.length === 1 ? 'page' : 'pages'} ${pages.join(', ')})`;
}
