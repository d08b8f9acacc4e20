import type { Context } from '../context.ts';
import { decodeJson, encodeJson, type Json } from '../db/json.ts';
import type { Listing, Page } from '../db/listing.ts';
import { transact } from '../db/transact.ts';
import { isForeignKeyViolation, isUniqueViolation } from '../db/violations.ts';
import { invalidField, ServiceError } from '../errors.ts';
import { newId } from '../ids.ts';
import { requireProject } from '../projects/service.ts';
import type { BaseChange, BaseCreation, BaseRecord } from './schemas.ts';
import { type BaseRow, deleteBaseRow, insertBase, selectBase, selectBases, updateBase } from './store.ts';
import { tellOfBase } from './tell.ts';

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

export async function createKnowledgeBase(ctx: Context, projectName: string, input: BaseCreation): Promise<BaseRecord> {
  const project = await requireProject(ctx, projectName);
  const now = new Date().toISOString();
  const row: BaseRow = {
    id: newId('kb'),
    project_id: project.id,
    name: input.name,
    description: input.description ?? '',
    metadata: encodeMetadata(input.metadata),
    language: input.language ?? 'english',
    embedding: null,
    embedding_generation: 0,
    embedding_job_id: null,
    embedding_error: null,
    document_count: 0,
    chunk_count: 0,
    term_count: 0,
    created_at: now,
    updated_at: now,
    created_by: ctx.actor,
    revision: 1,
  };
  await transact(ctx.database, async (transaction) => {
    await insertBase(transaction, row);
    tellOfBase(ctx, transaction, 'created', row);
  }).catch((error) => {
    if (isForeignKeyViolation(error)) throw new ServiceError('project_not_found', `Project ${project.name} is gone.`);
    refuseTakenName(error, input.name);
  });
  return recordOf(row, project.name);
}

export async function listKnowledgeBases(
  ctx: Context,
  projectName: string,
  listing: Listing,
): Promise<Page<BaseRecord>> {
  const project = await requireProject(ctx, projectName);
  const { items, next } = await selectBases(ctx.database, project.id, listing);
  return { items: items.map((row) => recordOf(row, project.name)), next };
}

/** The base's row within its project, or `knowledge_base_not_found`: the first step of every verb on a base. */
export async function requireBase(ctx: Context, { project: projectName, base }: BaseAddress): Promise<FoundBase> {
  const project = await requireProject(ctx, projectName);
  const row = await selectBase(ctx.database, project.id, base);
  if (!row)
    throw new ServiceError(
      'knowledge_base_not_found',
      `There is no knowledge base ${base} in project ${project.name}.`,
    );
  return { project, base: row };
}

export async function getKnowledgeBase(ctx: Context, address: BaseAddress): Promise<BaseRecord> {
  const { project, base } = await requireBase(ctx, address);
  return recordOf(base, project.name);
}

/** `check` sees the current record and may refuse the change (`If-Match`). */
export async function changeKnowledgeBase(
  ctx: Context,
  address: BaseAddress,
  input: BaseChange,
  check: Check,
): Promise<BaseRecord> {
  const { project, base } = await requireBase(ctx, address);
  check(recordOf(base, project.name));
  const { metadata, ...plain } = input;
  const change = {
    ...plain,
    ...(metadata ? { metadata: encodeMetadata(metadata) } : {}),
    updated_at: new Date().toISOString(),
  };
  const changed = await transact(ctx.database, async (transaction) => {
    const updated = await updateBase(transaction, base, change);
    if (updated) tellOfBase(ctx, transaction, 'updated', { ...base, ...plain });
    return updated;
  }).catch((error) => refuseTakenName(error, input.name));
  if (!changed)
    throw new ServiceError('stale_record', 'Somebody changed the knowledge base at the same moment; try again.');
  return getKnowledgeBase(ctx, { ...address, base: base.id });
}

export async function deleteKnowledgeBase(ctx: Context, address: BaseAddress, check: Check): Promise<void> {
  const { project, base } = await requireBase(ctx, address);
  check(recordOf(base, project.name));
  await transact(ctx.database, async (transaction) => {
    if (await deleteBaseRow(transaction, base.id)) tellOfBase(ctx, transaction, 'deleted', base);
  });
}

function recordOf(row: BaseRow, project: string): BaseRecord {
  const { id, name, description, language, document_count, chunk_count, created_at, updated_at, created_by } = row;
  const metadata = decodeJson<Record<string, unknown>>(row.metadata);
  const counts = { document_count, chunk_count };
  return { id, name, project, description, metadata, language, ...counts, created_at, updated_at, created_by };
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
