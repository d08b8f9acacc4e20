import { type Language, termsOf } from '../analysis/terms.ts';
import type { Chunk } from '../chunking/chunks.ts';

/** A chunk with its search terms. Offsets count UTF-16 units of the document's text. */
export interface DigestedChunk {
  position: number;
  heading: string;
  start_offset: number;
  end_offset: number;
  term_count: number;
  heading_terms: string;
  terms: string;
  content: string;
}

/** Adds search terms to chunks: those of their text, their headings and the document's title. */
export function digestChunks(text: string, chunks: Chunk[], title: string, language: Language): DigestedChunk[] {
  return chunks.map(({ headings, start, end }, position) => {
    const content = text.slice(start, end);
    const terms = termsOf(content, language);
    const above = headings[0] === title ? headings : [title, ...headings];
    return {
      position,
      heading: headings.join(' > '),
      start_offset: start,
      end_offset: end,
      term_count: terms.length,
      heading_terms: termsOf(above.join(' '), language).join(' '),
      terms: terms.join(' '),
      content,
    };
  });
}
