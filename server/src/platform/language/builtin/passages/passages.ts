import { asList, asText, findFields, isFields } from '../shapes.ts';

/** A passage that a knowledge tool found. */
export interface Passage {
  source: string;
  /** Title of the document and headings above, outermost first. */
  heading: string;
  sentences: string[];
  /** How well the search found it to match, from 0 to 1. */
  score: number;
  /** Likeness in meaning, where the base has vectors. */
  similarity?: number;
}

const sentenceEnd = /(?<=[.!?])\s+(?=\p{Lu}|\d|["“])|\n(?=[-*#|])|\n\s*\n/u;

/** Reads the passages of a tool result, the best first. */
export function readPassages(content: unknown): Passage[] {
  const passages = asList(findFields(content, 'passages')?.passages).filter(isFields);
  return passages.flatMap(({ source, title, heading, text, score, similarity }) => {
    const sentences = sentencesOf(asText(text));
    if (sentences.length === 0) return [];
    const headings = [asText(title), asText(heading)].filter(Boolean).join(' › ');
    const close = typeof similarity === 'number' ? { similarity } : {};
    return [
      { source: asText(source), heading: headings, sentences, score: typeof score === 'number' ? score : 0, ...close },
    ];
  });
}

function sentencesOf(text: string): string[] {
  return text
    .split(sentenceEnd)
    .map((sentence) => sentence.replaceAll(/\s+/g, ' ').trim())
    .filter((sentence) => sentence && !sentence.startsWith('#'));
}
