import type { Language } from '../analysis/analyses.ts';
import { termsOf } from '../analysis/terms.ts';
import type { Chunk } from '../chunking/chunks.ts';

/** A chunk with its search terms. Offsets count UTF-16 units of the document's text. */
export interface DigestedChunk {
  position: number;
  heading: string;
  start_offset: number;
  end_offset: number;
  page: number | null;
  term_count: number;
  heading_terms: string;
  terms: string;
  content: string;
}

interface Digest {
  title: string;
  language: Language;
  /** Whether form feeds separate pages. */
  hasPages: boolean;
}

/** Adds search terms to chunks: those of their text, their headings and the document's title. */
export function digestChunks(text: string, chunks: Chunk[], { title, language, hasPages }: Digest): DigestedChunk[] {
  const pageAt = hasPages ? countPages(text) : () => null;
  return chunks.map(({ headings, start, end }, position) => {
    const content = text.slice(start, end);
    const terms = termsOf(content, language);
    const above = headings[0] === title ? headings : [title, ...headings];
    return {
      position,
      heading: headings.join(' > '),
      start_offset: start,
      end_offset: end,
      page: pageAt(start),
      term_count: terms.length,
      heading_terms: termsOf(above.join(' '), language).join(' '),
      terms: terms.join(' '),
      content,
    };
  });
}

/** Returns what tells the page of an offset, from 1; the offsets that are asked for rise. */
function countPages(text: string): (offset: number) => number {
  let page = 1;
  let next = text.indexOf('\f');
  return (offset) => {
    for (; next >= 0 && next < offset; next = text.indexOf('\f', next + 1)) page += 1;
    return page;
  };
}
