import type { Database } from '../../../platform/db/schema.ts';
import { queryTermsOf } from '../analysis/terms.ts';
import type { BaseRow } from '../store.ts';
import { rarity, scoreByTerms } from './bm25.ts';
import { type RelatedTerm, relatedTermsOf } from './expand-query.ts';
import type { SearchScope } from './full-text-index.ts';
import { openFullTextIndex } from './open-full-text-index.ts';
import { splitCompounds } from './split-compounds.ts';

/** Distinct terms of a query that are searched. */
const mostTerms = 64;
/** Candidates that the index returns for scoring. */
const mostMatching = 200;
/** Minimum weight of a term, as a share of the rarest term's. */
const leastShare = 0.25;

/** Returns the chunks that share terms with a query, best first. */
export async function rankByTerms(
  database: Database,
  base: BaseRow,
  scope: SearchScope,
  query: string,
): Promise<{ id: number; score: number }[]> {
  const asked = queryTermsOf(query, base.language).slice(0, mostTerms);
  if (asked.length === 0 || scope.documents?.length === 0) return [];
  const index = openFullTextIndex(database);
  const count = (some: string[]) => index.countChunks(base.id, some);
  const found = await count(asked);
  const terms = await splitCompounds(asked, found, count);
  const counts = terms === asked ? found : await count(terms);
  const rarities = counts.map((count) => rarity(count, base.chunk_count));
  const isTelling = tellingTerms(counts, rarities);
  const related = await relatedThere(relatedTermsOf(query, base.language, new Set(terms)), terms, count);
  const telling = [
    ...terms.flatMap((term, at) => (isTelling(term, at) ? [{ term, weight: rarities[at] }] : [])),
    ...terms.flatMap((term, at) =>
      (related.get(term) ?? []).map((one) => ({ term: one.term, weight: one.weight * rarities[at] })),
    ),
  ].filter(({ term }, at, all) => all.findIndex((other) => other.term === term) === at);
  if (telling.length === 0) return [];
  const weights = telling.map(({ weight }) => weight);
  const wanted = telling.map(({ term }) => term);
  const chunks = await index.findMatching(scope, wanted, weights, mostMatching);
  const collection = { chunkCount: base.chunk_count, termCount: base.term_count };
  const sought = terms.map((term, at) => ({ term, rarity: rarities[at], related: related.get(term) ?? [] }));
  return scoreByTerms(chunks, sought, collection).map(({ chunk, score }) => ({
    id: chunk.id,
    score,
  }));
}

/** Keeps the related terms that the base holds and that are not asked for themselves. */
async function relatedThere(
  related: ReadonlyMap<string, readonly RelatedTerm[]>,
  asked: readonly string[],
  count: (terms: string[]) => Promise<number[]>,
): Promise<Map<string, RelatedTerm[]>> {
  const all = [...new Set([...related.values()].flat().map(({ term }) => term))].filter(
    (term) => !asked.includes(term),
  );
  const some = all.slice(0, mostTerms);
  const counts = await count(some);
  const there = new Set(some.filter((_, at) => counts[at] > 0));
  return new Map([...related].map(([term, others]) => [term, others.filter((one) => there.has(one.term))]));
}

/**
 * Selects the terms for the index lookup: those that exist and are not common. Chunks with common terms alone would not
 * rank high, and scanning half of a large base for them takes a tenth of a second.
 */
function tellingTerms(counts: number[], rarities: number[]): (_: unknown, position: number) => boolean {
  const most = Math.max(0, ...rarities.filter((_, position) => counts[position] > 0));
  return (_, position) => counts[position] > 0 && rarities[position] >= most * leastShare;
}
