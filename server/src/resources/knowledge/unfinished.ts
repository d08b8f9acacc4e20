import { sql } from 'kysely';
import { ServiceError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { Transaction } from '../../platform/db/transact.ts';

/** SQL condition that the document with this ID is neither being written nor being deleted. */
export function isFinished(column: string) {
  return sql<boolean>`${sql.ref(column)} not in (select document_id from knowledge_unfinished)`;
}

/** Hides a document, within a transaction. */
export async function hideDocument(transaction: Transaction, document_id: string): Promise<void> {
  await transaction.insertInto('knowledge_unfinished').values({ document_id }).execute();
}

/** Hides a document and frees its name, within a transaction. Returns false when it is not there any more. */
export async function setAside(transaction: Transaction, id: string): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('knowledge_documents')
    .set({ name: newId('doc') })
    .where('id', '=', id)
    .where(isFinished('id'))
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await hideDocument(transaction, id);
  return numUpdatedRows > 0n;
}

/**
 * Shows a document under its name, within a transaction.
 * @throws when the document was deleted meanwhile with its base
 */
export async function showDocument(transaction: Transaction, id: string, name: string): Promise<void> {
  const { numDeletedRows } = await transaction
    .deleteFrom('knowledge_unfinished')
    .where('document_id', '=', id)
    .executeTakeFirst();
  if (numDeletedRows === 0n)
    throw new ServiceError('knowledge_base_not_found', 'The knowledge base was deleted at the same moment.');
  await transaction.updateTable('knowledge_documents').set({ name }).where('id', '=', id).execute();
}

/** Hides all documents of a base, within a transaction. */
export async function hideAll(transaction: Transaction, baseId: string): Promise<void> {
  await transaction
    .insertInto('knowledge_unfinished')
    .columns(['document_id'])
    .expression((query) =>
      query.selectFrom('knowledge_documents').select('id').where('base_id', '=', baseId).where(isFinished('id')),
    )
    .execute();
}

/** Selects the IDs of hidden documents, of all bases or of one. */
export async function selectHidden(database: Database, baseId?: string): Promise<string[]> {
  const rows = await database
    .selectFrom('knowledge_unfinished')
    .innerJoin('knowledge_documents', 'id', 'document_id')
    .select('id')
    .$if(baseId !== undefined, (query) => query.where('base_id', '=', baseId ?? ''))
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes some chunks, within a transaction. Returns whether there may be more. */
export async function deleteSomeChunks(transaction: Transaction, documentId: string, most: number): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('knowledge_chunks')
    .where('id', 'in', (query) =>
      query.selectFrom('knowledge_chunks').select('id').where('document_id', '=', documentId).limit(most),
    )
    .executeTakeFirst();
  return Number(numDeletedRows) === most;
}

export async function deleteDocumentRow(transaction: Transaction, id: string): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('knowledge_documents')
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
