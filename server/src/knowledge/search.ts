import type { Context } from '../context.ts';
import { decodeJson } from '../db/json.ts';
import { queryTermsOf } from './analysis/terms.ts';
import { type MetadataFilter, meetsFilter } from './filter.ts';
import { rarity, scoreByTerms } from './lexical/bm25.ts';
import { fullTextIndexOf, type Scope } from './lexical/candidates.ts';
import type { Passage, SearchAnswer, SearchBody } from './schemas.ts';
import { requireBase } from './service.ts';
import { type BaseRow, type PassageRow, selectMetadata, selectPassages } from './store.ts';

/** Of a longer query the first so many different terms are looked for. */
const mostTerms = 64;
/** Chunks that the index gives out to be scored. */
const mostCandidates = 200;
const defaultLimit = 5;

/** The passages of a knowledge base that answer a query best, by the words that they share with it. */
export async function searchKnowledge(
  ctx: Context,
  projectName: string,
  baseNameOrId: string,
  { query, limit = defaultLimit, filter }: SearchBody,
  signal: AbortSignal,
): Promise<SearchAnswer> {
  const { base } = await requireBase(ctx, { project: projectName, base: baseNameOrId });
  signal.throwIfAborted();
  const scope = { baseId: base.id, documents: await documentsOf(ctx, base, filter) };
  const ranked = await rankByTerms(ctx, base, scope, query);
  return { passages: await passagesOf(ctx, ranked.slice(0, limit)), method: 'lexical' };
}

/** IDs of the documents that meet the filter; undefined when there is none. */
async function documentsOf(
  { database }: Context,
  base: BaseRow,
  filter: MetadataFilter | undefined,
): Promise<string[] | undefined> {
  if (filter === undefined || Object.keys(filter).length === 0) return undefined;
  const documents = await selectMetadata(database, base.id);
  return documents.filter(({ metadata }) => meetsFilter(decodeJson(metadata), filter)).map(({ id }) => id);
}

interface RankedChunk {
  id: number;
  score: number;
}

async function rankByTerms({ database }: Context, base: BaseRow, scope: Scope, query: string): Promise<RankedChunk[]> {
  const terms = queryTermsOf(query, base.language).slice(0, mostTerms);
  if (terms.length === 0 || scope.documents?.length === 0) return [];
  const index = fullTextIndexOf(database);
  const counts = await index.countChunks(base.id, terms);
  const rarities = counts.map((count) => rarity(count, base.chunk_count));
  const present = terms.filter((_, position) => counts[position] > 0);
  if (present.length === 0) return [];
  const weights = rarities.filter((_, position) => counts[position] > 0);
  const candidates = await index.findCandidates(scope, present, weights, mostCandidates);
  const collection = { chunkCount: base.chunk_count, termCount: base.term_count };
  return scoreByTerms(candidates, terms, rarities, collection).map(({ candidate, score }) => ({
    id: candidate.id,
    score,
  }));
}

async function passagesOf({ database }: Context, ranked: RankedChunk[]): Promise<Passage[]> {
  if (ranked.length === 0) return [];
  const ids = ranked.map(({ id }) => id);
  const rows = new Map((await selectPassages(database, ids)).map((row) => [row.id, row]));
  return ranked.flatMap(({ id, score }) => {
    const row = rows.get(id);
    return row ? [passageOf(row, score)] : []; // deleted a moment ago
  });
}

function passageOf(row: PassageRow, score: number): Passage {
  return {
    document_id: row.document_id,
    source: row.name,
    title: row.title,
    heading: row.heading,
    start: row.start_offset,
    end: row.end_offset,
    text: row.content,
    score: Math.round(score * 10_000) / 10_000,
    metadata: decodeJson<Passage['metadata']>(row.metadata),
  };
}
