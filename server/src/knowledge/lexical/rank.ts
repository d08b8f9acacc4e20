import type { Database } from '../../db/schema.ts';
import { queryTermsOf } from '../analysis/terms.ts';
import type { BaseRow } from '../store.ts';
import { rarity, scoreByTerms } from './bm25.ts';
import { fullTextIndexOf, type Scope } from './candidates.ts';

/** Of a longer query the first so many different terms are looked for. */
const mostTerms = 64;
/** Chunks that the index gives out to be scored. */
const mostCandidates = 200;

/** The chunks that share terms with a query, best first. */
export async function rankByTerms(
  database: Database,
  base: BaseRow,
  scope: Scope,
  query: string,
): Promise<{ id: number; score: number }[]> {
  const terms = queryTermsOf(query, base.language).slice(0, mostTerms);
  if (terms.length === 0 || scope.documents?.length === 0) return [];
  const index = fullTextIndexOf(database);
  const counts = await index.countChunks(base.id, terms);
  const rarities = counts.map((count) => rarity(count, base.chunk_count));
  const isPresent = (_: unknown, position: number) => counts[position] > 0;
  const present = terms.filter(isPresent);
  if (present.length === 0) return [];
  const candidates = await index.findCandidates(scope, present, rarities.filter(isPresent), mostCandidates);
  const collection = { chunkCount: base.chunk_count, termCount: base.term_count };
  return scoreByTerms(candidates, terms, rarities, collection).map(({ candidate, score }) => ({
    id: candidate.id,
    score,
  }));
}
