import type { Context } from '../context.ts';
import { decodeJson } from '../db/json.ts';
import { invalidField, ServiceError } from '../errors.ts';
import { openEmbed } from './embedding/embed.ts';
import { findNearest } from './embedding/nearest.ts';
import { embeddingOf } from './embedding/settings.ts';
import { type MetadataFilter, meetsFilter } from './filter.ts';
import { fuseRanks } from './fuse-ranks.ts';
import type { Scope } from './lexical/candidates.ts';
import { rankByTerms } from './lexical/rank.ts';
import type { Passage, SearchAnswer, SearchBody, SearchMethod } from './schemas.ts';
import { requireBase } from './service.ts';
import { type BaseRow, type PassageRow, selectMetadata, selectPassages } from './store.ts';

const defaultLimit = 5;
/** Neighbours by meaning that are joined with those by words. */
const mostNeighbours = 200;

/** A chunk that was found, and by what. */
interface Hit {
  id: number;
  score: number;
  lexicalScore?: number;
  similarity?: number;
}

/**
 * The passages of a knowledge base that answer a query best: by the words that they share with it and, when the base has
 * an embedding, by nearness of meaning. A provider that fails leaves the words.
 * @throws ServiceError `embedding_mismatch` when its vectors are none to compare with
 */
export async function searchKnowledge(
  ctx: Context,
  projectName: string,
  baseNameOrId: string,
  { query, limit = defaultLimit, filter, method }: SearchBody,
  signal: AbortSignal,
): Promise<SearchAnswer> {
  const { base } = await requireBase(ctx, { project: projectName, base: baseNameOrId });
  signal.throwIfAborted();
  const wanted = methodFor(base, method);
  const scope = { baseId: base.id, documents: await documentsOf(ctx, base, filter) };
  const lexical = wanted === 'semantic' ? [] : await findByTerms(ctx, base, scope, query);
  if (wanted === 'lexical') return answerWith(ctx, lexical.slice(0, limit), 'lexical');
  try {
    const semantic = await findByMeaning(ctx, base, scope, query, signal);
    const hits = wanted === 'semantic' ? semantic : fuseHits(lexical, semantic);
    return await answerWith(ctx, hits.slice(0, limit), wanted);
  } catch (error) {
    signal.throwIfAborted();
    if (!isProviderFault(error) || wanted === 'semantic') throw error;
    return answerWith(ctx, lexical.slice(0, limit), 'lexical', error.message);
  }
}

function methodFor({ name, embedding }: BaseRow, method: SearchMethod | undefined): SearchMethod {
  if (embedding !== null || method === undefined) return method ?? (embedding === null ? 'lexical' : 'hybrid');
  if (method === 'lexical') return method;
  throw invalidField('/method', `must be lexical: knowledge base ${name} has no embedding`, 'not_allowed');
}

/** What is wrong with a provider is no fault of the question; what is wrong with the base is told. */
function isProviderFault(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.code !== 'embedding_mismatch';
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

async function findByTerms({ database }: Context, base: BaseRow, scope: Scope, query: string): Promise<Hit[]> {
  const ranked = await rankByTerms(database, base, scope, query);
  return ranked.map(({ id, score }) => ({ id, score, lexicalScore: score }));
}

async function findByMeaning(
  ctx: Context,
  base: BaseRow,
  { documents }: Scope,
  query: string,
  signal: AbortSignal,
): Promise<Hit[]> {
  const settings = embeddingOf(base);
  if (settings === undefined || query.trim() === '' || documents?.length === 0) return [];
  const embed = await openEmbed(ctx, base, settings);
  const [vector] = await embed([query], signal);
  const nearest = await findNearest(ctx.database, base, { vector, documents, limit: mostNeighbours }, signal);
  return nearest.map(({ id, similarity }) => ({ id, score: Math.max(0, similarity), similarity }));
}

function fuseHits(lexical: Hit[], semantic: Hit[]): Hit[] {
  const byId = (hits: Hit[]) => new Map(hits.map((hit) => [hit.id, hit]));
  const [words, meanings] = [byId(lexical), byId(semantic)];
  return fuseRanks([lexical, semantic].map((hits) => hits.map(({ id }) => id))).map((fused) => ({
    ...words.get(fused.id),
    ...meanings.get(fused.id),
    ...fused,
  }));
}

async function answerWith(
  { database }: Context,
  hits: Hit[],
  method: SearchMethod,
  warning: string | null = null,
): Promise<SearchAnswer> {
  const ids = hits.map(({ id }) => id);
  const rows = new Map((ids.length > 0 ? await selectPassages(database, ids) : []).map((row) => [row.id, row]));
  const passages = hits.flatMap((hit) => {
    const row = rows.get(hit.id);
    return row ? [passageOf(row, hit)] : []; // deleted a moment ago
  });
  return { passages, method, warning };
}

function passageOf(row: PassageRow, { score, lexicalScore, similarity }: Hit): Passage {
  return {
    document_id: row.document_id,
    source: row.name,
    title: row.title,
    heading: row.heading,
    start: row.start_offset,
    end: row.end_offset,
    text: row.content,
    score: rounded(score),
    lexical_score: lexicalScore === undefined ? null : rounded(lexicalScore),
    similarity: similarity === undefined ? null : rounded(similarity),
    metadata: decodeJson<Passage['metadata']>(row.metadata),
  };
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
