import { sql } from 'kysely';
import { isAmong } from '../../../platform/db/among.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { Transaction } from '../../../platform/db/transact.ts';
import type { BaseRow } from '../store.ts';
import { isFinished } from '../unfinished.ts';

type Generation = Pick<BaseRow, 'id' | 'embedding_generation'>;

/** Selects chunks without a vector after the ID `after`. */
export function selectUnembedded(database: Database, base: Generation, after: number, limit: number) {
  return database
    .selectFrom('knowledge_chunks')
    .innerJoin('knowledge_documents', 'knowledge_documents.id', 'knowledge_chunks.document_id')
    .leftJoin('knowledge_vectors', 'knowledge_vectors.chunk_id', 'knowledge_chunks.id')
    .select([
      'knowledge_chunks.id',
      'knowledge_chunks.heading',
      'knowledge_chunks.content',
      'knowledge_documents.name',
      'knowledge_documents.title',
    ])
    .where('knowledge_chunks.base_id', '=', base.id)
    .where('knowledge_chunks.id', '>', after)
    .where('knowledge_vectors.chunk_id', 'is', null)
    .where(isFinished('document_id'))
    .orderBy('knowledge_chunks.id')
    .limit(limit)
    .execute();
}

export function insertVectors(
  transaction: Transaction,
  { id: base_id, embedding_generation: generation }: Generation,
  vectors: { chunk_id: number; vector: Uint8Array; language?: string | null }[],
) {
  const rows = vectors.map((one) => ({ ...one, base_id, generation }));
  return transaction.insertInto('knowledge_vectors').values(rows).execute();
}

/** Selects a page of vectors after the chunk `after`; `documents` restricts it to these documents. */
export function selectVectors(
  database: Database,
  { id, embedding_generation }: Generation,
  documents: string[] | undefined,
  { after, limit }: { after: number; limit: number },
) {
  return database
    .selectFrom('knowledge_vectors')
    .select(['chunk_id', 'vector', 'language'])
    .where('knowledge_vectors.base_id', '=', id)
    .where('generation', '=', embedding_generation)
    .where('chunk_id', '>', after)
    .$if(documents !== undefined, (query) =>
      query
        .innerJoin('knowledge_chunks', 'knowledge_chunks.id', 'chunk_id')
        .where(isAmong(database, 'knowledge_chunks.document_id', documents ?? [])),
    )
    .orderBy('chunk_id')
    .limit(limit)
    .execute();
}

/** Counts the chunks of each base that have a vector. */
export async function countVectors(database: Database, baseIds: string[]): Promise<Map<string, number>> {
  if (baseIds.length === 0) return new Map();
  const rows = await database
    .selectFrom('knowledge_vectors')
    .select(['base_id', sql<number>`count(*)`.as('count')])
    .where('base_id', 'in', baseIds)
    .groupBy('base_id')
    .execute();
  return new Map(rows.map(({ base_id, count }) => [base_id, count]));
}

export function deleteVectors(transaction: Transaction, baseId: string) {
  return transaction.deleteFrom('knowledge_vectors').where('base_id', '=', baseId).execute();
}

/** Updates the state of the embedding and locks the base. Returns false when another embedding was set meanwhile. */
export async function updateEmbedding(
  transaction: Transaction,
  { id, embedding_generation }: Generation,
  change: Partial<Pick<BaseRow, 'embedding' | 'embedding_job_id' | 'embedding_error' | 'updated_at'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('knowledge_bases')
    .set(change)
    .where('id', '=', id)
    .where('embedding_generation', '=', embedding_generation)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
