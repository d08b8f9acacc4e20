import type { Caller } from '../../caller.ts';
import { invalidField, ServiceError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { encodeJson, type Json } from '../../platform/db/json.ts';
import type { Listing, Page } from '../../platform/db/listing.ts';
import { type Transaction, transact } from '../../platform/db/transact.ts';
import { isForeignKeyViolation, isUniqueViolation } from '../../platform/db/violations.ts';
import { holdProject, requireProject } from '../projects/service.ts';
import type { KnowledgeServices } from './context.ts';
import { enqueueEmbedding } from './embedding/job.ts';
import { embeddingOf, isSameModel, readEmbedding } from './embedding/settings.ts';
import { countVectors, deleteVectors, updateEmbedding } from './embedding/store.ts';
import { emitBaseEvent } from './emit-events.ts';
import { recordOf } from './record.ts';
import { readRerank, rerankOf } from './rerank/settings.ts';
import type { BaseChange, BaseCreation, BaseRecord } from './schemas.ts';
import {
  type BaseRow,
  deleteBaseRow,
  insertBase,
  selectBase,
  selectBases,
  selectEmbeddingJobs,
  updateBase,
} from './store.ts';

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

type Check = (current: BaseRecord) => void;

const maxMetadataBytes = 16 * 1024;

export async function createKnowledgeBase(
  ctx: Caller & Pick<KnowledgeServices, 'database' | 'events' | 'secrets'>,
  projectName: string,
  input: BaseCreation,
): Promise<BaseRecord> {
  const project = await requireProject(ctx, projectName);
  const now = new Date().toISOString();
  const id = newId('kb');
  const row: BaseRow = {
    id,
    project_id: project.id,
    name: input.name,
    description: input.description ?? '',
    metadata: encodeMetadata(input.metadata),
    language: input.language ?? 'english',
    embedding: input.embedding ? encodeJson(readEmbedding(ctx, id, input.embedding, undefined)) : null,
    embedding_generation: 0,
    embedding_job_id: null,
    embedding_error: null,
    rerank: input.rerank ? encodeJson(readRerank(ctx, id, input.rerank, undefined)) : null,
    document_count: 0,
    chunk_count: 0,
    term_count: 0,
    created_at: now,
    updated_at: now,
    created_by: ctx.actor,
    revision: 1,
  };
  await transact(ctx.database, async (transaction) => {
    await holdProject(transaction, project);
    await insertBase(transaction, row);
    emitBaseEvent(ctx, transaction, 'created', row);
  }).catch((error) => {
    if (isForeignKeyViolation(error)) throw new ServiceError('project_not_found', `Project ${project.name} is gone.`);
    refuseTakenName(error, input.name);
  });
  return recordOf(row, project.name, 0);
}

export async function listKnowledgeBases(
  ctx: Caller & Pick<KnowledgeServices, 'database'>,
  projectName: string,
  listing: Listing,
): Promise<Page<BaseRecord>> {
  const project = await requireProject(ctx, projectName);
  const { items, next } = await selectBases(ctx.database, project.id, listing);
  const vectors = await countVectors(ctx.database, idsOfEmbedded(items));
  return { items: items.map((row) => recordOf(row, project.name, vectors.get(row.id) ?? 0)), next };
}

/** The base's row within its project, or `knowledge_base_not_found`: the first step of every verb on a base. */
export async function requireBase(
  ctx: Caller & Pick<KnowledgeServices, 'database'>,
  { project: projectName, base }: BaseAddress,
): Promise<FoundBase> {
  const project = await requireProject(ctx, projectName);
  const row = await selectBase(ctx.database, project.id, base);
  if (!row)
    throw new ServiceError(
      'knowledge_base_not_found',
      `There is no knowledge base ${base} in project ${project.name}.`,
    );
  return { project, base: row };
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
  check: Check,
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
    updated_at: new Date().toISOString(),
  };
  const changed = await transact(ctx.database, async (transaction) => {
    const updated = await updateBase(transaction, base, change);
    if (!updated) return false;
    if (embeddingChange.embedding_generation !== undefined) await embedAnew(ctx, transaction, { ...base, ...change });
    emitBaseEvent(ctx, transaction, 'updated', { ...base, ...plain });
    return true;
  }).catch((error) => refuseTakenName(error, input.name));
  if (!changed)
    throw new ServiceError('stale_record', 'Somebody changed the knowledge base at the same moment; try again.');
  return getKnowledgeBase(ctx, { ...address, base: base.id });
}

type EmbeddingChange = Partial<Pick<BaseRow, 'embedding' | 'embedding_generation'>>;

/** A key alone leaves the vectors as they are; another model begins a new generation of them. */
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

async function embedAnew(ctx: Pick<KnowledgeServices, 'jobs'>, transaction: Transaction, base: BaseRow): Promise<void> {
  await deleteVectors(transaction, base.id);
  if (base.embedding_job_id !== null) await ctx.jobs.cancel(transaction, base.embedding_job_id);
  await updateEmbedding(transaction, base, { embedding_job_id: null, embedding_error: null });
  if (base.embedding !== null && base.chunk_count > 0) await enqueueEmbedding(ctx, transaction, base);
}

/** Takes back the making of vectors for every base of a project that is about to be deleted. */
export async function abandonEmbeddings(
  ctx: Pick<KnowledgeServices, 'jobs'>,
  transaction: Transaction,
  projectId: string,
): Promise<void> {
  for (const job of await selectEmbeddingJobs(transaction, projectId)) await ctx.jobs.cancel(transaction, job);
}

export async function deleteKnowledgeBase(
  ctx: Caller & Pick<KnowledgeServices, 'database' | 'events' | 'jobs'>,
  address: BaseAddress,
  check: Check,
): Promise<void> {
  const found = await requireBase(ctx, address);
  const { base } = found;
  check(await readRecord(ctx, found));
  await transact(ctx.database, async (transaction) => {
    if (base.embedding_job_id !== null) await ctx.jobs.cancel(transaction, base.embedding_job_id);
    if (await deleteBaseRow(transaction, base.id)) emitBaseEvent(ctx, transaction, 'deleted', base);
  });
}

/** @throws ServiceError `invalid_input` when it is too long */
export function encodeMetadata(metadata: Record<string, unknown> = {}): Json {
  const text = encodeJson(metadata);
  if (Buffer.byteLength(text) > maxMetadataBytes)
    throw invalidField('/metadata', `must be at most ${maxMetadataBytes} bytes as JSON`, 'too_long');
  return text;
}

function refuseTakenName(error: unknown, name: string | undefined): never {
  if (isUniqueViolation(error))
    throw new ServiceError('name_taken', `There is a knowledge base ${name} in this project already.`);
  throw error;
}
