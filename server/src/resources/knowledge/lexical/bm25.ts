import type { MatchingChunk } from './full-text-index.ts';

/** Weight of a term in a heading compared with one in the text. */
const headingWeight = 2;
const saturation = 1.2;
const lengthShare = 0.5;
/** Headings without text, and scraps, are not better for being short. */
const shortest = 30;

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
 * Scores chunks by BM25 (Robertson and Zaragoza 2009), with heading terms added to those of the text, and by how much of
 * the query stands close together, best first. Divided by the maximum that a chunk could reach, so that scores lie
 * between 0 and 1.
 */
export function scoreByTerms<One extends MatchingChunk>(
  chunks: One[],
  sought: readonly SoughtTerm[],
  { chunkCount, termCount }: Collection,
): { chunk: One; score: number }[] {
  const meanLength = Math.max(1, termCount / Math.max(1, chunkCount));
  const most = sought.reduce((sum, { rarity: one }) => sum + one * (saturation + 1), 0);
  const worth = worthOfTerms(sought);
  return chunks
    .map((chunk) => {
      const frequencies = frequenciesOf(chunk);
      const length = 1 - lengthShare + (lengthShare * Math.max(shortest, chunk.term_count)) / meanLength;
      const sum = sought.reduce((total, { term, rarity: rare, related }) => {
        const gain = (frequency: number) => (rare * frequency * (saturation + 1)) / (frequency + saturation * length);
        const byRelated = related.map((one) => one.weight * gain(frequencies.get(one.term) ?? 0));
        return total + Math.max(gain(frequencies.get(term) ?? 0), ...byRelated);
      }, 0);
      return { chunk, score: (sum / most) * (1 - closeShare) + closeShare * closeness(chunk, worth, sought) };
    })
    .sort((a, b) => b.score - a.score || a.chunk.id - b.chunk.id);
}

/** Part of the score that depends on how much of the query a few lines of the chunk hold. */
const closeShare = 0.4;
/** Terms of a few lines. */
const closeTerms = 25;

/** What a term of the text is worth, and the place of the term of the query that it stands for. */
type Worth = ReadonlyMap<string, { place: number; worth: number }>;

function worthOfTerms(sought: readonly SoughtTerm[]): Worth {
  const worths = new Map<string, { place: number; worth: number }>();
  for (const [place, { related, rarity: rare }] of sought.entries())
    for (const { term, weight } of related) worths.set(term, { place, worth: weight * rare });
  for (const [place, { term, rarity: rare }] of sought.entries()) worths.set(term, { place, worth: rare });
  return worths;
}

/** Returns the share of the query that the best few lines of the chunk hold together with its headings. */
function closeness({ heading_terms, terms }: MatchingChunk, worth: Worth, sought: readonly SoughtTerm[]): number {
  const all = sought.reduce((sum, { rarity: one }) => sum + one, 0);
  const inHeading = new Map<number, number>();
  for (const term of heading_terms.split(' ')) note(inHeading, worth.get(term));
  const hits = terms.split(' ').flatMap((term, at) => {
    const found = worth.get(term);
    return found ? [{ at, ...found }] : [];
  });
  let best = sumOf(inHeading);
  for (const [index, { at }] of hits.entries()) {
    const held = new Map(inHeading);
    for (let next = index; next < hits.length && hits[next].at - at < closeTerms; next += 1) note(held, hits[next]);
    best = Math.max(best, sumOf(held));
  }
  return best / Math.max(all, Number.MIN_VALUE);
}

function note(held: Map<number, number>, found: { place: number; worth: number } | undefined): void {
  if (found) held.set(found.place, Math.max(held.get(found.place) ?? 0, found.worth));
}

function sumOf(held: ReadonlyMap<number, number>): number {
  return held.values().reduce((sum, one) => sum + one, 0);
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
