import { sql } from 'kysely';
import { ServiceError } from '../../errors.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { Transaction } from '../../platform/db/transact.ts';

/** SQL condition that the document of this ID is neither being written nor being deleted. */
export function isFinished(column: string) {
  return sql<boolean>`${sql.ref(column)} not in (select document_id from knowledge_unfinished)`;
}

/** To be run in a transaction. */
export async function hideDocument(transaction: Transaction, document_id: string): Promise<void> {
  await transaction.insertInto('knowledge_unfinished').values({ document_id }).execute();
}

/** To be run in a transaction. @throws when the document went meanwhile, with its base */
export async function showDocument(transaction: Transaction, id: string): Promise<void> {
  const { numDeletedRows } = await transaction
    .deleteFrom('knowledge_unfinished')
    .where('document_id', '=', id)
    .executeTakeFirst();
  if (numDeletedRows === 0n)
    throw new ServiceError('knowledge_base_not_found', 'The knowledge base was deleted at the same moment.');
}

/** To be run in a transaction: hides all documents of a base. */
export async function hideAll(transaction: Transaction, baseId: string): Promise<void> {
  await transaction
    .insertInto('knowledge_unfinished')
    .columns(['document_id'])
    .expression((query) =>
      query.selectFrom('knowledge_documents').select('id').where('base_id', '=', baseId).where(isFinished('id')),
    )
    .execute();
}

/** IDs of hidden documents: of all, or of those of one base. */
export async function selectHidden(database: Database, baseId?: string): Promise<string[]> {
  const rows = await database
    .selectFrom('knowledge_unfinished')
    .innerJoin('knowledge_documents', 'id', 'document_id')
    .select('id')
    .$if(baseId !== undefined, (query) => query.where('base_id', '=', baseId ?? ''))
    .execute();
  return rows.map(({ id }) => id);
}

/** To be run in a transaction. @returns whether there may be more */
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
