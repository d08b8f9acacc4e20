import { asList, asText, findFields, isFields } from '../shapes.ts';
import { sentencesOf } from './sentences.ts';

/** A passage that a knowledge tool found. */
export interface Passage {
  source: string;
  /** Title of the document and headings above, outermost first. */
  heading: string;
  /** `page 12`, or `pages 12-13`, of a PDF. */
  pages?: string;
  sentences: string[];
  /** How well the search found it to match, from 0 to 1. */
  score: number;
  /** Likeness in meaning, where the base has vectors. */
  similarity?: number;
}

/** Reads the passages of a tool result, the best first. */
export function readPassages(content: unknown): Passage[] {
  const passages = asList(findFields(content, 'passages')?.passages).filter(isFields);
  return passages.flatMap(({ source, title, heading, page, last_page: last, text, score, similarity }) => {
    const sentences = sentencesOf(asText(text));
    if (sentences.length === 0) return [];
    const headings = [asText(title), asText(heading)].filter(Boolean).join(' › ');
    const pages = pagesOf(page, last);
    const close = typeof similarity === 'number' ? { similarity } : {};
    const found = { source: asText(source), heading: headings, sentences, ...(pages ? { pages } : {}), ...close };
    return [{ ...found, score: typeof score === 'number' ? score : 0 }];
  });
}

function pagesOf(first: unknown, last: unknown): string | undefined {
  if (typeof first !== 'number') return undefined;
  return typeof last === 'number' && last > first ? `pages ${first}-${last}` : `page ${first}`;
}
