import { asList, asText, findFields, isFields } from '../shapes.ts';

/** A paragraph of a passage that a knowledge tool found. */
export interface Paragraph {
  source: string;
  /** Title of the document and headings above, outermost first. */
  heading: string;
  sentences: string[];
  /** Place of its passage in the result. */
  passage: number;
}

const sentenceEnd = /(?<=[.!?])\s+(?=\p{Lu}|\d|["“])|\n(?=[-*#|])/u;

/** Reads the paragraphs of a tool result, in its order. */
export function readParagraphs(content: unknown): Paragraph[] {
  const passages = asList(findFields(content, 'passages')?.passages).filter(isFields);
  return passages.flatMap(({ source, title, heading, text }, passage) => {
    const headings = [asText(title), asText(heading)].filter(Boolean).join(' › ');
    return asText(text)
      .split(/\n\s*\n/)
      .map((paragraph) => ({ source: asText(source), heading: headings, sentences: sentencesOf(paragraph), passage }))
      .filter(({ sentences }) => sentences.length > 0);
  });
}

function sentencesOf(paragraph: string): string[] {
  return paragraph
    .split(sentenceEnd)
    .map((sentence) => sentence.replaceAll(/\s+/g, ' ').trim())
    .filter((sentence) => sentence && !sentence.startsWith('#'));
}
