import type { MatchingChunk } from './full-text-index.ts';

/** Weight of a term in a heading compared with one in the text. */
const headingWeight = 2;
const saturation = 1.2;
const lengthShare = 0.75;

/** A term of the query, with terms of related meaning that may stand for it. */
export interface SoughtTerm {
  term: string;
  rarity: number;
  related: readonly { term: string; weight: number }[];
}

export interface Collection {
  chunkCount: number;
  /** Number of terms in all chunks. */
  termCount: number;
}

/** Inverse document frequency of a term that `count` chunks contain. */
export function rarity(count: number, chunkCount: number): number {
  return Math.log(1 + (Math.max(0, chunkCount - count) + 0.5) / (count + 0.5));
}

/**
 * Scores chunks by BM25 (Robertson and Zaragoza 2009), with heading terms added to those of the text, best first.
 * Divided by the maximum that a chunk could reach, so that scores lie between 0 and 1.
 */
export function scoreByTerms<One extends MatchingChunk>(
  chunks: One[],
  sought: readonly SoughtTerm[],
  { chunkCount, termCount }: Collection,
): { chunk: One; score: number }[] {
  const meanLength = Math.max(1, termCount / Math.max(1, chunkCount));
  const most = sought.reduce((sum, { rarity: one }) => sum + one * (saturation + 1), 0);
  const terms = sought.map(({ term }) => term);
  return chunks
    .map((chunk) => {
      const frequencies = frequenciesOf(chunk);
      const length = 1 - lengthShare + (lengthShare * chunk.term_count) / meanLength;
      const sum = sought.reduce((total, { term, rarity: rare, related }) => {
        const gain = (frequency: number) => (rare * frequency * (saturation + 1)) / (frequency + saturation * length);
        const byRelated = related.map((one) => one.weight * gain(frequencies.get(one.term) ?? 0));
        return total + Math.max(gain(frequencies.get(term) ?? 0), ...byRelated);
      }, 0);
      return { chunk, score: (sum / most) * (1 - nearShare + nearShare * nearness(chunk, terms)) };
    })
    .sort((a, b) => b.score - a.score || a.chunk.id - b.chunk.id);
}

/** Part of the score that depends on whether neighbouring words of the query stand near each other. */
const nearShare = 0.15;
/** Terms within which two words are near. */
const nearTerms = 8;

/** Returns the share of neighbouring terms of the query that stand near each other in the chunk. */
function nearness({ heading_terms, terms: text }: MatchingChunk, terms: readonly string[]): number {
  if (terms.length < 2) return 1;
  const last = new Map<string, number>();
  const wanted = new Set(terms);
  const near = new Set<string>();
  for (const [at, term] of `${heading_terms} ${text}`.split(' ').entries()) {
    if (!wanted.has(term)) continue;
    for (const [other, place] of last) if (other !== term && at - place <= nearTerms) near.add(`${other} ${term}`);
    last.set(term, at);
  }
  const pairs = terms.slice(1).map((term, at) => [terms[at], term]);
  return pairs.filter(([one, two]) => near.has(`${one} ${two}`) || near.has(`${two} ${one}`)).length / pairs.length;
}

function frequenciesOf({ heading_terms, terms }: MatchingChunk): Map<string, number> {
  const frequencies = new Map<string, number>();
  const count = (text: string, weight: number) => {
    for (const term of text.split(' ')) frequencies.set(term, (frequencies.get(term) ?? 0) + weight);
  };
  count(heading_terms, headingWeight);
  count(terms, 1);
  return frequencies;
}
