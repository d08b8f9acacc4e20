import { decodeJson } from '../../platform/db/json.ts';
import type { KnowledgeContext, KnowledgeServices } from './context.ts';
import type { Hit } from './hit.ts';
import { findHits, isProviderFault } from './hits.ts';
import { rerankTexts } from './rerank/rerank.ts';
import { type RerankSettings, rerankOf } from './rerank/settings.ts';
import type { Passage, SearchAnswer, SearchBody } from './schemas.ts';
import { requireBase } from './service.ts';
import { type BaseRow, type PassageRow, selectPassages } from './store.ts';

const defaultLimit = 5;

/** Passages sent to the rerank model. */
const mostReranked = 30;

/**
 * Searches a knowledge base by words and, with an embedding, by meaning; a rerank model reorders the results.
 * When a provider fails, the other methods still answer.
 * @throws ServiceError `embedding_mismatch` when the query's vector does not fit
 */
export async function searchKnowledge(
  ctx: KnowledgeContext,
  projectName: string,
  baseNameOrId: string,
  body: SearchBody,
  signal: AbortSignal,
): Promise<SearchAnswer> {
  const { base } = await requireBase(ctx, { project: projectName, base: baseNameOrId });
  signal.throwIfAborted();
  const { limit = defaultLimit } = body;
  const { hits, method, warning } = await findHits(ctx, base, body, signal);
  const settings = rerankOf(base);
  const passages = await readPassages(ctx, hits.slice(0, settings ? Math.max(limit, mostReranked) : limit));
  if (settings === undefined || passages.length < 2) return { passages, method, warning };
  try {
    const ordered = await reorder(ctx, base, settings, { query: body.query, passages }, signal);
    return { passages: ordered.slice(0, limit), method, warning };
  } catch (error) {
    signal.throwIfAborted();
    if (!isProviderFault(error)) throw error;
    return { passages: passages.slice(0, limit), method, warning: error.message };
  }
}

/** Passages without a score come last, in their former order. */
async function reorder(
  ctx: Pick<KnowledgeServices, 'keys' | 'outgoing' | 'secrets'>,
  base: BaseRow,
  settings: RerankSettings,
  { query, passages }: { query: string; passages: Passage[] },
  signal: AbortSignal,
): Promise<Passage[]> {
  const texts = passages.map(({ heading, text }) => (heading ? `${heading}\n\n${text}` : text));
  const scores = await rerankTexts(ctx, base, settings, { query, texts }, signal);
  const judged = passages.map((one, index) => {
    const score = scores[index];
    return score === undefined ? { ...one, score: 0 } : { ...one, score: rounded(score), rerank_score: rounded(score) };
  });
  return judged.sort((a, b) => b.score - a.score);
}

async function readPassages({ database }: Pick<KnowledgeServices, 'database'>, hits: Hit[]): Promise<Passage[]> {
  if (hits.length === 0) return [];
  const ids = hits.map(({ id }) => id);
  const rows = new Map((await selectPassages(database, ids)).map((row) => [row.id, row]));
  return hits.flatMap((hit) => {
    const row = rows.get(hit.id);
    return row ? [passageOf(row, hit)] : []; // deleted meanwhile
  });
}

function passageOf(row: PassageRow, { score, lexicalScore, similarity }: Hit): Passage {
  return {
    document_id: row.document_id,
    source: row.name,
    title: row.title,
    heading: row.heading,
    start: row.start_offset,
    end: row.end_offset,
    page: row.page,
    last_page: row.page === null ? null : row.page + row.content.split('\f').length - 1,
    text: row.content,
    score: rounded(score),
    lexical_score: lexicalScore === undefined ? null : rounded(lexicalScore),
    similarity: similarity === undefined ? null : rounded(similarity),
    rerank_score: null,
    metadata: decodeJson<Passage['metadata']>(row.metadata),
  };
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
