import { outlineOf } from './outline.ts';
import { sectionsOf } from './sections.ts';

/** A unit of search results. `start` and `end` are offsets into the document's text, in UTF-16 units. */
export interface Chunk {
  headings: string[];
  start: number;
  end: number;
}

/** Text layout: `markdown` has headings, `text` only paragraphs, `lines` one record per line. */
export type Layout = 'markdown' | 'text' | 'lines';

interface Span {
  start: number;
  end: number;
}

/** Maximum characters of a chunk: three to six sentences, so that a chunk has one topic. */
const longestChunk = 1000;
/** Characters searched for sentences at a time, because a line can be as long as the file. */
const sentenceWindow = 20_000;

/** Made with the first text: it takes 2 MB. */
let segmenter: Intl.Segmenter | undefined;

/** Splits a text into chunks: at headings, then paragraphs, sentences and words. Only whitespace is dropped. */
export function chunksOf(text: string, layout: Layout): Chunk[] {
  if (layout === 'lines') return linesOf(text).flatMap((line) => cut(text, line).map((span) => inSection(span, [])));
  const sections = layout === 'markdown' ? sectionsOf(text) : outlineOf(text);
  return sections.flatMap((section) => {
    const pieces = paragraphsOf(text, section).flatMap((paragraph) => cut(text, paragraph));
    return pack(pieces).map((span) => inSection(span, section.headings));
  });
}

function inSection({ start, end }: Span, headings: string[]): Chunk {
  return { headings, start, end };
}

function linesOf(text: string): Span[] {
  return spansBetween(text, { start: 0, end: text.length }, /\n/g);
}

function paragraphsOf(text: string, within: Span): Span[] {
  return spansBetween(text, within, /\n(?:[ \t\r]*\n)+/g);
}

/** Returns the trimmed spans between matches of `separator`, which is sought in this span only: a text has many. */
function spansBetween(text: string, { start, end }: Span, separator: RegExp): Span[] {
  const spans: Span[] = [];
  let from = start;
  for (const { index, 0: found } of text.slice(start, end).matchAll(separator)) {
    spans.push({ start: from, end: start + index });
    from = start + index + found.length;
  }
  spans.push({ start: from, end });
  return spans.flatMap((span) => trim(text, span));
}

function trim(text: string, { start, end }: Span): Span[] {
  let from = start;
  let to = end;
  while (from < to && /\s/.test(text[from])) from += 1;
  while (to > from && /\s/.test(text[to - 1])) to -= 1;
  return from < to ? [{ start: from, end: to }] : [];
}

function sentencesOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'sentence' });
  return segmenter.segment(text);
}

/** Splits a span that is too long into sentences, and such sentences into groups of words. */
function cut(text: string, span: Span): Span[] {
  if (span.end - span.start <= longestChunk) return [span];
  const pieces = windowsOf(text, span).flatMap((window) =>
    [...sentencesOf(text.slice(window.start, window.end))].flatMap(({ index, segment }) =>
      trim(text, { start: window.start + index, end: window.start + index + segment.length }),
    ),
  );
  return pack(pieces.flatMap((piece) => stretchesOf(text, piece, longestChunk).flatMap((part) => trim(text, part))));
}

function windowsOf(text: string, span: Span): Span[] {
  return stretchesOf(text, span, sentenceWindow);
}

/** Returns spans of at most `longest` characters, split at whitespace if possible, never within a character. */
function stretchesOf(text: string, { start, end }: Span, longest: number): Span[] {
  const stretches: Span[] = [];
  for (let from = start; from < end; ) {
    const to = end - from <= longest ? end : breakBefore(text, from, from + longest);
    stretches.push({ start: from, end: to });
    from = to;
  }
  return stretches;
}

function breakBefore(text: string, from: number, limit: number): number {
  const earliest = from + Math.floor(((limit - from) * 2) / 3);
  for (let at = limit; at > earliest; at -= 1) if (/\s/.test(text[at - 1])) return at;
  const splitsPair = /[\uD800-\uDBFF]/.test(text[limit - 1]);
  return splitsPair ? limit - 1 : limit;
}

/** Joins neighbouring spans while they fit into one chunk. */
function pack(spans: Span[]): Span[] {
  const packed: Span[] = [];
  for (const span of spans) {
    const last = packed.at(-1);
    if (last && span.end - last.start <= longestChunk) last.end = span.end;
    else packed.push({ ...span });
  }
  return packed;
}
