import type { Caller } from '../../caller.ts';
import { ServiceError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { decodeJson } from '../../platform/db/json.ts';
import type { Listing, Page } from '../../platform/db/listing.ts';
import type { Transaction } from '../../platform/db/transact.ts';
import { isForeignKeyViolation, isUniqueViolation } from '../../platform/db/violations.ts';
import type { Check } from '../../platform/records/check.ts';
import { requesterOf } from '../../platform/workers/fair-turns.ts';
import { requireWithinStored } from '../projects/stored-bytes.ts';
import type { KnowledgeServices } from './context.ts';
import { enqueueEmbedding } from './embedding/job.ts';
import { emitDocumentEvent } from './emit-document-event.ts';
import type { DocumentFormat, ReadRequest } from './reading/messages.ts';
import type { DocumentRecord } from './schemas.ts';
import { type BaseAddress, encodeMetadata, type FoundBase, requireBase } from './service.ts';
import { type BaseRow, type DocumentRow, selectDocument, selectDocuments, selectText } from './store.ts';
import { removeDocument, removeRest, storeDocument, takeOut } from './store-in-steps.ts';

const never = new AbortController().signal;

export interface DocumentAddress extends BaseAddress {
  /** Name or ID. */
  document: string;
}

/** A document to add, from any kind of upload. */
export interface NewDocument {
  name: string;
  format: DocumentFormat;
  title?: string;
  metadata?: Record<string, unknown>;
  /** Whether it replaces a document of the same name. */
  replace?: boolean;
  source: ReadRequest['source'];
  /** Size of the upload. */
  byteSize: number;
}

/** Checks a document's name and base before the upload starts. Returns the ID of the project. */
export async function checkBeforeUpload(
  ctx: Caller & Pick<KnowledgeServices, 'database'>,
  address: BaseAddress,
  { name, replace = false }: { name?: string; replace?: boolean },
): Promise<string> {
  const found = await requireBase(ctx, address);
  if (!replace && name !== undefined && (await selectDocument(ctx.database, found.base.id, name)))
    throw nameTaken(name);
  return found.project.id;
}

/** Reads and stores a document, whole or not at all. */
export async function addDocument(
  ctx: Caller & Pick<KnowledgeServices, 'database' | 'documents' | 'events' | 'jobs' | 'limits'>,
  address: BaseAddress,
  { name, format, title, metadata, replace = false, source, byteSize }: NewDocument,
  signal: AbortSignal = never,
): Promise<DocumentRecord> {
  const found = await requireBase(ctx, address);
  const encodedMetadata = encodeMetadata(metadata);
  const read = await ctx.documents.read(
    { source, format, language: found.base.language, name, title },
    requesterOf(ctx, found.project.id, signal),
  );
  const now = new Date().toISOString();
  const row: DocumentRow = {
    id: newId('doc'),
    base_id: found.base.id,
    name,
    format,
    title: read.title ?? null,
    metadata: encodedMetadata,
    byte_size: byteSize,
    character_count: read.text.length,
    chunk_count: read.chunks.length,
    term_count: read.chunks.reduce((sum, chunk) => sum + chunk.term_count, 0),
    created_at: now,
    updated_at: now,
    created_by: ctx.actor,
    revision: 1,
  };
  let replaced: DocumentRow | undefined;
  const first = async (transaction: Transaction) => {
    replaced = await takeOutNamed(ctx, transaction, found.base, name);
  };
  const also = async (transaction: Transaction, base: BaseRow | undefined) => {
    await requireWithinStored(transaction, ctx, found.project);
    emitDocumentEvent(ctx, transaction, 'added', found.base, row);
    if (base?.embedding && base.embedding_job_id === null) await enqueueEmbedding(ctx, transaction, base);
  };
  const steps = replace ? { first, also } : { also };
  await storeDocument(ctx.database, { ...row, text: read.text }, read.chunks, steps).catch((error) =>
    refuseUnstorable(error, found, name),
  );
  if (replaced) await removeRest(ctx.database, replaced).catch(() => {}); // the next start deletes it
  return recordOf(row, found);
}

/**
 * Takes the old document out in the same transaction, so that a search finds the old passages or the new ones, never
 * both or none.
 */
async function takeOutNamed(
  ctx: Pick<KnowledgeServices, 'events'>,
  transaction: Transaction,
  base: BaseRow,
  name: string,
): Promise<DocumentRow | undefined> {
  const row = await selectDocument(transaction, base.id, name);
  // the text was an ID, not a name: that document stays
  if (row?.name !== name || !(await takeOut(transaction, row))) return undefined;
  emitDocumentEvent(ctx, transaction, 'deleted', base, row);
  return row;
}

function nameTaken(name: string): ServiceError {
  return new ServiceError(
    'name_taken',
    `There is a document ${name} in this knowledge base already; send replace=true to take its place.`,
  );
}

function refuseUnstorable(error: unknown, { base }: FoundBase, name: string): never {
  if (isUniqueViolation(error)) throw nameTaken(name);
  if (isForeignKeyViolation(error))
    throw new ServiceError('knowledge_base_not_found', `Knowledge base ${base.name} is gone.`);
  throw error;
}

export async function listDocuments(
  ctx: Caller & Pick<KnowledgeServices, 'database'>,
  address: BaseAddress,
  listing: Listing,
): Promise<Page<DocumentRecord>> {
  const found = await requireBase(ctx, address);
  const { items, next } = await selectDocuments(ctx.database, found.base.id, listing);
  return { items: items.map((row) => recordOf(row, found)), next };
}

async function requireDocument(
  ctx: Pick<KnowledgeServices, 'database'>,
  found: FoundBase,
  nameOrId: string,
): Promise<DocumentRow> {
  const row = await selectDocument(ctx.database, found.base.id, nameOrId);
  if (!row) throw new ServiceError('document_not_found', `There is no document ${nameOrId} in ${found.base.name}.`);
  return row;
}

export async function getDocument(
  ctx: Caller & Pick<KnowledgeServices, 'database'>,
  address: DocumentAddress,
): Promise<DocumentRecord> {
  const found = await requireBase(ctx, address);
  return recordOf(await requireDocument(ctx, found, address.document), found);
}

/** Returns the extracted text that the offsets of passages refer to. */
export async function readDocumentText(
  ctx: Caller & Pick<KnowledgeServices, 'database'>,
  address: DocumentAddress,
): Promise<string> {
  const { id, name } = await getDocument(ctx, address);
  const text = await selectText(ctx.database, id);
  if (text === undefined) throw new ServiceError('document_not_found', `Document ${name} was deleted meanwhile.`);
  return text;
}

/** `check` receives the current record and may throw (`If-Match`). */
export async function deleteDocument(
  ctx: Caller & Pick<KnowledgeServices, 'database' | 'events'>,
  address: DocumentAddress,
  check: Check<DocumentRecord>,
): Promise<void> {
  const found = await requireBase(ctx, address);
  const row = await requireDocument(ctx, found, address.document);
  check(recordOf(row, found));
  await removeDocument(ctx.database, row, async (transaction) =>
    emitDocumentEvent(ctx, transaction, 'deleted', found.base, row),
  );
}

function recordOf(row: DocumentRow, { project, base }: FoundBase): DocumentRecord {
  const { revision: _, base_id: __, term_count: ___, metadata, format, ...plain } = row;
  return {
    ...plain,
    project: project.name,
    knowledge_base: base.name,
    format: format as DocumentRecord['format'], // only these formats are stored
    metadata: decodeJson<DocumentRecord['metadata']>(metadata),
  };
}
