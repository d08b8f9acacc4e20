import { invalidField, ServiceError } from '../../errors.ts';
import { decodeJson } from '../../platform/db/json.ts';
import type { KnowledgeContext, KnowledgeServices } from './context.ts';
import { openEmbed } from './embedding/embed.ts';
import { findNearest } from './embedding/nearest.ts';
import { embeddingOf } from './embedding/settings.ts';
import { type MetadataFilter, meetsFilter } from './filter.ts';
import { fuseScores } from './fuse-scores.ts';
import type { Hit } from './hit.ts';
import type { SearchScope } from './lexical/full-text-index.ts';
import { rankByTerms } from './lexical/rank.ts';
import type { SearchBody, SearchMethod } from './schemas.ts';
import { type BaseRow, selectMetadata } from './store.ts';

/** Nearest vectors that are merged with the word matches; the last ones show what likeness says nothing. */
const mostNeighbours = 200;

interface Found {
  hits: Hit[];
  method: SearchMethod;
  warning: string | null;
}

/** Finds the chunks that match a query, best first: by words, by meaning, or both. */
export async function findHits(
  ctx: KnowledgeContext,
  base: BaseRow,
  { query, filter, method }: SearchBody,
  signal: AbortSignal,
): Promise<Found> {
  const wanted = methodFor(base, method);
  const scope = { baseId: base.id, documents: await documentsOf(ctx, base, filter) };
  const lexical = wanted === 'semantic' ? [] : await findByTerms(ctx, base, scope, query);
  if (wanted === 'lexical') return { hits: lexical, method: wanted, warning: null };
  try {
    const semantic = await findByMeaning(ctx, base, scope, query, signal);
    return { hits: wanted === 'semantic' ? semantic : fuseScores(lexical, semantic), method: wanted, warning: null };
  } catch (error) {
    signal.throwIfAborted();
    if (!isProviderFault(error) || wanted === 'semantic') throw error;
    return { hits: lexical, method: 'lexical', warning: error.message };
  }
}

function methodFor({ name, embedding }: BaseRow, method: SearchMethod | undefined): SearchMethod {
  if (embedding !== null || method === undefined) return method ?? (embedding === null ? 'lexical' : 'hybrid');
  if (method === 'lexical') return method;
  throw invalidField('/method', `must be lexical: knowledge base ${name} has no embedding`, 'not_allowed');
}

/** Returns whether an error is the provider's fault: the search then continues without it. */
export function isProviderFault(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.code !== 'embedding_mismatch';
}

/** Returns the IDs of the documents that meet the filter; undefined without a filter. */
async function documentsOf(
  { database }: Pick<KnowledgeServices, 'database'>,
  base: BaseRow,
  filter: MetadataFilter | undefined,
): Promise<string[] | undefined> {
  if (filter === undefined || Object.keys(filter).length === 0) return undefined;
  const documents = await selectMetadata(database, base.id);
  return documents.filter(({ metadata }) => meetsFilter(decodeJson(metadata), filter)).map(({ id }) => id);
}

async function findByTerms(
  { database }: Pick<KnowledgeServices, 'database'>,
  base: BaseRow,
  scope: SearchScope,
  query: string,
): Promise<Hit[]> {
  const ranked = await rankByTerms(database, base, scope, query);
  return ranked.map(({ id, score }) => ({ id, score, lexicalScore: score }));
}

async function findByMeaning(
  ctx: KnowledgeContext,
  base: BaseRow,
  { documents }: SearchScope,
  query: string,
  signal: AbortSignal,
): Promise<Hit[]> {
  const settings = embeddingOf(base);
  if (settings === undefined || query.trim() === '' || documents?.length === 0) return [];
  const embed = await openEmbed(ctx, base, settings);
  const [vector] = await embed([query], signal);
  const nearest = await findNearest(ctx.database, base, { vector, documents, limit: mostNeighbours }, signal);
  return nearest.map(({ id, similarity, levelled }) => ({ id, score: Math.max(0, levelled), similarity }));
}
