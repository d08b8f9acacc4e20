import type { Database } from '../../../platform/db/schema.ts';
import { queryTermsOf } from '../analysis/terms.ts';
import type { BaseRow } from '../store.ts';
import { rarity, scoreByTerms } from './bm25.ts';
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
  const telling = terms.filter(isTelling);
  if (telling.length === 0) return [];
  const chunks = await index.findMatching(scope, telling, rarities.filter(isTelling), mostMatching);
  const collection = { chunkCount: base.chunk_count, termCount: base.term_count };
  return scoreByTerms(chunks, terms, rarities, collection).map(({ chunk, score }) => ({
    id: chunk.id,
    score,
  }));
}

/**
 * Selects the terms for the index lookup: those that exist and are not common. Chunks with common terms alone would not
 * rank high, and scanning half of a large base for them takes a tenth of a second.
 */
function tellingTerms(counts: number[], rarities: number[]): (_: unknown, position: number) => boolean {
  const most = Math.max(0, ...rarities.filter((_, position) => counts[position] > 0));
  return (_, position) => counts[position] > 0 && rarities[position] >= most * leastShare;
}
