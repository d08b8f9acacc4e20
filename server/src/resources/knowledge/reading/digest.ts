import { type Language, termsOf } from '../analysis/terms.ts';
import type { Chunk } from '../chunking/chunks.ts';

/** A chunk ready to be stored and found. Offsets into the document's text, in UTF-16 units. */
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

/** The chunks of a text with the terms that each is found by: its own, its headings', its document's title. */
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
