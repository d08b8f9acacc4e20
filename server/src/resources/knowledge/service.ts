import type { Caller } from '../../caller.ts';
import { invalidField } from '../../errors.ts';
import { encodeJson, type Json } from '../../platform/db/json.ts';
import type { Listing, Page } from '../../platform/db/listing.ts';
import { type Transaction, transact } from '../../platform/db/transact.ts';
import { type Check, isFinal, type Removal } from '../../platform/records/check.ts';
import { newRecord } from '../../platform/records/project-records.ts';
import { requireProject } from '../projects/service.ts';
import type { KnowledgeServices } from './context.ts';
import { enqueueEmbedding } from './embedding/job.ts';
import { embeddingOf, isSameModel, readEmbedding } from './embedding/settings.ts';
import { countVectors, deleteVectors, updateEmbedding } from './embedding/store.ts';
import { recordOf } from './record.ts';
import { readRerank, rerankOf } from './rerank/settings.ts';
import type { BaseChange, BaseCreation, BaseRecord } from './schemas.ts';
import { type BaseRow, bases, selectBaseById, selectEmbedding } from './store.ts';
import { emptyBase } from './store-in-steps.ts';

export interface BaseAddress {
  project: string;
  /** Name or ID. */
  base: string;
}

/** A knowledge base within its project. */
export interface FoundBase {
  project: { id: string; name: string };
  base: BaseRow;
}

const maxMetadataBytes = 16 * 1024;

export async function createKnowledgeBase(
  ctx: Caller & Pick<KnowledgeServices, 'database' | 'events' | 'secrets'>,
  projectName: string,
  input: BaseCreation,
): Promise<BaseRecord> {
  const project = await requireProject(ctx, projectName);
  const base = newRecord('kb', ctx, project.id);
  const row: BaseRow = {
    ...base,
    name: input.name,
    description: input.description ?? '',
    metadata: encodeMetadata(input.metadata),
    language: input.language ?? 'english',
    embedding: input.embedding ? encodeJson(readEmbedding(ctx, base.id, input.embedding, undefined)) : null,
    embedding_generation: 0,
    embedding_job_id: null,
    embedding_error: null,
    rerank: input.rerank ? encodeJson(readRerank(ctx, base.id, input.rerank, undefined)) : null,
    document_count: 0,
    chunk_count: 0,
    term_count: 0,
  };
  await bases.insert(ctx, project, row);
  return recordOf(row, project.name, 0);
}

export async function listKnowledgeBases(
  ctx: Caller & Pick<KnowledgeServices, 'database'>,
  projectName: string,
  listing: Listing,
): Promise<Page<BaseRecord>> {
  const project = await requireProject(ctx, projectName);
  const { items, next } = await bases.list(ctx.database, project.id, listing);
  const vectors = await countVectors(ctx.database, idsOfEmbedded(items));
  return { items: items.map((row) => recordOf(row, project.name, vectors.get(row.id) ?? 0)), next };
}

/**
 * Returns the base's row within its project; every verb on a base starts with it.
 * @throws ServiceError `knowledge_base_not_found`
 */
export async function requireBase(
  ctx: Caller & Pick<KnowledgeServices, 'database'>,
  { project: projectName, base }: BaseAddress,
): Promise<FoundBase> {
  const project = await requireProject(ctx, projectName);
  return { project, base: await bases.require(ctx.database, project, base) };
}

export async function getKnowledgeBase(
  ctx: Caller & Pick<KnowledgeServices, 'database'>,
  address: BaseAddress,
): Promise<BaseRecord> {
  return readRecord(ctx, await requireBase(ctx, address));
}

async function readRecord(ctx: Pick<KnowledgeServices, 'database'>, { project, base }: FoundBase): Promise<BaseRecord> {
  const vectors = await countVectors(ctx.database, idsOfEmbedded([base]));
  return recordOf(base, project.name, vectors.get(base.id) ?? 0);
}

function idsOfEmbedded(bases: BaseRow[]): string[] {
  return bases.flatMap(({ id, embedding }) => (embedding === null ? [] : id));
}

/** `check` sees the current record and may refuse the change (`If-Match`). */
export async function changeKnowledgeBase(
  ctx: Caller & Pick<KnowledgeServices, 'database' | 'events' | 'jobs' | 'secrets'>,
  address: BaseAddress,
  input: BaseChange,
  check: Check<BaseRecord>,
): Promise<BaseRecord> {
  const found = await requireBase(ctx, address);
  const { base } = found;
  check(await readRecord(ctx, found));
  const { metadata, embedding, rerank, ...plain } = input;
  const embeddingChange = changeEmbedding(ctx, base, embedding);
  const change = {
    ...plain,
    ...(metadata ? { metadata: encodeMetadata(metadata) } : {}),
    ...embeddingChange,
    ...(rerank === undefined ? {} : { rerank: rerank && encodeJson(readRerank(ctx, base.id, rerank, rerankOf(base))) }),
  };
  const isAnew = embeddingChange.embedding_generation !== undefined;
  const embed = (transaction: Transaction) => embedAnew(ctx, transaction, { ...base, ...change });
  await bases.change(ctx, base, change, isAnew ? { also: embed } : {});
  return getKnowledgeBase(ctx, { ...address, base: base.id });
}

type EmbeddingChange = Partial<Pick<BaseRow, 'embedding' | 'embedding_generation'>>;

/** A new API key keeps the vectors; another model begins a new generation of them. */
function changeEmbedding(
  ctx: Pick<KnowledgeServices, 'secrets'>,
  base: BaseRow,
  input: BaseChange['embedding'],
): EmbeddingChange {
  const current = embeddingOf(base);
  if (input === undefined || (input === null && current === undefined)) return {};
  const embedding = input && encodeJson(readEmbedding(ctx, base.id, input, current));
  const isSame = input !== null && current !== undefined && isSameModel(current, input);
  return isSame ? { embedding } : { embedding, embedding_generation: base.embedding_generation + 1 };
}

async function embedAnew(
  ctx: Pick<KnowledgeServices, 'jobs'> & Pick<Caller, 'actor'>,
  transaction: Transaction,
  base: BaseRow,
): Promise<void> {
  await deleteVectors(transaction, base.id);
  if (base.embedding_job_id !== null) await ctx.jobs.cancel(transaction, base.embedding_job_id);
  await updateEmbedding(transaction, base, { embedding_job_id: null, embedding_error: null });
  if (base.embedding !== null && base.chunk_count > 0) await enqueueEmbedding(ctx, transaction, base);
}

/** Empties the bases of a project before it is deleted. */
export async function emptyBases({ database }: Pick<KnowledgeServices, 'database'>, projectId: string): Promise<void> {
  for (const id of await bases.ids(database, projectId)) {
    const base = await selectBaseById(database, id);
    if (base) await emptyBase(database, base);
  }
}

/**
 * Stops the computation of vectors of a base or project that is deleted or goes into the trash, within a transaction:
 * nothing more is sent to a provider. Vectors that exist stay.
 */
export async function stopEmbeddings(
  ctx: Pick<KnowledgeServices, 'jobs'>,
  transaction: Transaction,
  of: Parameters<typeof selectEmbedding>[1],
): Promise<void> {
  for (const base of await selectEmbedding(transaction, of)) {
    await ctx.jobs.cancel(transaction, base.embedding_job_id);
    await updateEmbedding(transaction, base, { embedding_job_id: null });
  }
}

export async function deleteKnowledgeBase(
  ctx: Caller & Pick<KnowledgeServices, 'config' | 'database' | 'events' | 'jobs'>,
  address: BaseAddress,
  removal: Removal<BaseRecord>,
): Promise<void> {
  const found = await requireBase(ctx, address);
  const { base } = found;
  removal.check(await readRecord(ctx, found));
  const stop = (transaction: Transaction) => stopEmbeddings(ctx, transaction, { id: base.id });
  if (!isFinal(ctx, removal))
    return transact(ctx.database, async (transaction) => {
      await stop(transaction);
      await bases.trashIn(ctx, transaction, base);
    });
  await emptyBase(ctx.database, base);
  await bases.delete(ctx, base, stop);
}

/** @throws ServiceError `invalid_input` for too long metadata */
export function encodeMetadata(metadata: Record<string, unknown> = {}): Json {
  const text = encodeJson(metadata);
  if (Buffer.byteLength(text) > maxMetadataBytes)
    throw invalidField('/metadata', `must be at most ${maxMetadataBytes} bytes as JSON`, 'too_long');
  return text;
}
