import type { Database } from '../../../platform/db/schema.ts';
import { queryTermsOf } from '../analysis/terms.ts';
import type { BaseRow } from '../store.ts';
import { rarity, scoreByTerms } from './bm25.ts';
import { fullTextIndexOf, type SearchScope } from './full-text-index.ts';

/** Of a longer query the first so many different terms are looked for. */
const mostTerms = 64;
/** Chunks that the index gives out to be scored. */
const mostCandidates = 200;
/** Of the rarity of the most telling term. */
const leastShare = 0.25;

/** The chunks that share terms with a query, best first. */
export async function rankByTerms(
  database: Database,
  base: BaseRow,
  scope: SearchScope,
  query: string,
): Promise<{ id: number; score: number }[]> {
  const terms = queryTermsOf(query, base.language).slice(0, mostTerms);
  if (terms.length === 0 || scope.documents?.length === 0) return [];
  const index = fullTextIndexOf(database);
  const counts = await index.countChunks(base.id, terms);
  const rarities = counts.map((count) => rarity(count, base.chunk_count));
  const isTelling = tellingTerms(counts, rarities);
  const telling = terms.filter(isTelling);
  if (telling.length === 0) return [];
  const candidates = await index.findCandidates(scope, telling, rarities.filter(isTelling), mostCandidates);
  const collection = { chunkCount: base.chunk_count, termCount: base.term_count };
  return scoreByTerms(candidates, terms, rarities, collection).map(({ candidate, score }) => ({
    id: candidate.id,
    score,
  }));
}

/**
 * Which terms chunks are looked up by: those that are there and far from the most common. A chunk with common ones alone
 * would not come to the front, and looking through half of a large base for it takes a tenth of a second.
 */
function tellingTerms(counts: number[], rarities: number[]): (_: unknown, position: number) => boolean {
  const most = Math.max(0, ...rarities.filter((_, position) => counts[position] > 0));
  return (_, position) => counts[position] > 0 && rarities[position] >= most * leastShare;
}
