import { type Caller, localCaller } from '../../../caller.ts';
import { ServiceError } from '../../../errors.ts';
import { encodeJson } from '../../../platform/db/json.ts';
import { type Transaction, transact } from '../../../platform/db/transact.ts';
import { isForeignKeyViolation, isUniqueViolation } from '../../../platform/db/violations.ts';
import type { JobHandler } from '../../../platform/jobs/queue.ts';
import type { KnowledgeServices } from '../context.ts';
import { type BaseRow, bases, selectBaseById } from '../store.ts';
import { type Embed, openEmbed } from './embed.ts';
import { languageOf } from './language-of.ts';
import { type EmbeddingSettings, embeddingOf } from './settings.ts';
import { insertVectors, selectUnembedded, updateEmbedding } from './store.ts';
import { toBytes } from './vectors.ts';

const kind = 'embed_knowledge';

interface EmbeddingPayload {
  baseId: string;
  /** Generation of the embedding that the job is for; another generation has its own job. */
  generation: number;
  /** Under whose key the tokens are counted; absent in jobs of an older release. */
  actor?: string;
}

/** Maximum of waiting jobs per project. */
const mostWaiting = 1000;
/** Chunks per transaction: the most work that a crash can lose. */
const batchSize = 100;
/** Failures that a retry cannot fix; the user must act. */
const lasting = new Set([
  'embedding_mismatch',
  'provider_rejected_credentials',
  'provider_refused_request',
  'language_model_not_configured',
  'address_not_allowed',
  'invalid_input',
  'tokens_used_up',
]);

/** Enqueues the computation of missing vectors, in the caller's transaction. */
export async function enqueueEmbedding(
  ctx: Pick<KnowledgeServices, 'jobs'> & Pick<Caller, 'actor'>,
  transaction: Transaction,
  base: BaseRow,
): Promise<void> {
  const payload: EmbeddingPayload = { baseId: base.id, generation: base.embedding_generation, actor: ctx.actor };
  const lane = { id: base.project_id, queueLimit: { name: 'embeddings_queued', value: mostWaiting } } as const;
  const jobId = await ctx.jobs.enqueue(transaction, { kind, payload, lane });
  await updateEmbedding(transaction, base, { embedding_job_id: jobId, embedding_error: null });
}

/** Computes the missing vectors of a base; a permanent failure is recorded in the base. */
export function embeddingHandler(ctx: KnowledgeServices): JobHandler<EmbeddingPayload> {
  return {
    kind,
    concurrency: 2,
    handle: ({ payload }, signal) => embedBase(ctx, payload, signal),
    onFailed: ({ payload }, error) => failEmbedding(ctx, payload, error),
  };
}

async function embedBase(ctx: KnowledgeServices, payload: EmbeddingPayload, signal: AbortSignal): Promise<void> {
  try {
    for (let ended = false; !ended; ) {
      const base = await selectBaseById(ctx.database, payload.baseId);
      const settings = base && embeddingOf(base);
      if (!settings || base.embedding_generation !== payload.generation) return;
      await embedMissing(
        { ...ctx, actor: payload.actor ?? base.created_by ?? localCaller.actor },
        base,
        settings,
        signal,
      );
      ended = await completeEmbedding(ctx, base);
    }
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ServiceError && lasting.has(error.code))) throw error;
    await failEmbedding(ctx, payload, error);
  }
}

/** Processes all chunks once, in order; chunks added meanwhile may be missed. */
async function embedMissing(
  ctx: KnowledgeServices & Pick<Caller, 'actor'>,
  base: BaseRow,
  settings: EmbeddingSettings,
  signal: AbortSignal,
): Promise<void> {
  const embed = await openEmbed(ctx, base, settings);
  for (let after = 0; ; ) {
    const chunks = await selectUnembedded(ctx.database, base, after, batchSize);
    if (chunks.length === 0) return;
    await embedChunks(ctx, base, chunks, (texts) => embed(texts, signal));
    after = chunks[chunks.length - 1].id;
  }
}

type UnembeddedChunk = Awaited<ReturnType<typeof selectUnembedded>>[number];

/** A passage alone often does not say what it is about; its document does. */
function textOf({ name, title, heading, content }: UnembeddedChunk): string {
  const about = title ?? name;
  const above = heading.startsWith(about) ? [heading] : [about, heading];
  return [...above, content].filter(Boolean).join('\n\n');
}

async function embedChunks(
  ctx: Pick<KnowledgeServices, 'database'>,
  base: BaseRow,
  chunks: UnembeddedChunk[],
  embed: (texts: string[]) => ReturnType<Embed>,
): Promise<void> {
  const vectors = await embed(chunks.map(textOf));
  const rows = vectors.map((vector, index) => ({
    chunk_id: chunks[index].id,
    vector: toBytes(vector),
    language: languageOf(chunks[index].content),
  }));
  await transact(ctx.database, async (transaction) => {
    if (!(await updateEmbedding(transaction, base, { embedding_error: null }))) return; // the embedding was changed
    await keepDimension(transaction, base, vectors[0].length);
    await insertVectors(transaction, base, rows);
  }).catch((error) => {
    // A document was deleted, or another job was faster: the next pass finds what is left.
    if (!isForeignKeyViolation(error) && !isUniqueViolation(error)) throw error;
  });
}

/** The first vectors determine the dimension. */
async function keepDimension(transaction: Transaction, { id }: BaseRow, dimension: number): Promise<void> {
  const base = await selectBaseById(transaction, id);
  const settings = base && embeddingOf(base);
  if (settings && settings.dimension === undefined)
    await updateEmbedding(transaction, base, { embedding: encodeJson({ ...settings, dimension }) });
}

/** Returns whether no chunk lacks a vector. The base is locked first, so that a document added now is not missed. */
async function completeEmbedding(ctx: Pick<KnowledgeServices, 'database' | 'events'>, base: BaseRow): Promise<boolean> {
  return transact(ctx.database, async (transaction) => {
    if (!(await updateEmbedding(transaction, base, { embedding_error: null }))) return true;
    if ((await selectUnembedded(transaction, base, 0, 1)).length > 0) return false;
    await updateEmbedding(transaction, base, { embedding_job_id: null });
    bases.emit(ctx, transaction, 'updated', base);
    return true;
  });
}

async function failEmbedding(
  ctx: Pick<KnowledgeServices, 'database' | 'events'>,
  { baseId, generation }: EmbeddingPayload,
  error: Error,
): Promise<void> {
  const message = error instanceof ServiceError ? error.message : 'The vectors could not be made; the log says more.';
  await transact(ctx.database, async (transaction) => {
    const base = await selectBaseById(transaction, baseId);
    if (base?.embedding_generation !== generation) return;
    await updateEmbedding(transaction, base, { embedding_job_id: null, embedding_error: message });
    bases.emit(ctx, transaction, 'updated', base);
  });
}
