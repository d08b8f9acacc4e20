import type { Insertable, Selectable } from 'kysely';
import { fetchPage, type Listing, type Page } from '../../platform/db/listing.ts';
import type {
  KnowledgeBaseTable,
  KnowledgeChunkTable,
  KnowledgeDocumentTable,
} from '../../platform/db/schema/knowledge.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { Transaction } from '../../platform/db/transact.ts';
import { ProjectRecords } from '../../platform/records/project-records.ts';

export type BaseRow = Selectable<KnowledgeBaseTable>;
/** A document without its text, which may be long. */
export type DocumentRow = Omit<Selectable<KnowledgeDocumentTable>, 'text'>;
export type NewChunk = Insertable<KnowledgeChunkTable>;

/** Rows an insert: SQLite takes at most 32,766 values a statement. */
const batchRows = 500;

export const bases = new ProjectRecords({ table: 'knowledge_bases', noun: 'knowledge_base' });

export function selectBaseById(database: Database, id: string): Promise<BaseRow | undefined> {
  return database.selectFrom('knowledge_bases').selectAll().where('id', '=', id).executeTakeFirst();
}

/** What makes vectors for the bases of a project. */
export async function selectEmbeddingJobs(database: Database, projectId: string): Promise<string[]> {
  const rows = await database
    .selectFrom('knowledge_bases')
    .select('embedding_job_id')
    .where('project_id', '=', projectId)
    .execute();
  return rows.flatMap(({ embedding_job_id }) => embedding_job_id ?? []);
}

/** To be run in a transaction: the document, its chunks, and the base's counts of them. */
export async function insertDocument(
  transaction: Transaction,
  document: Insertable<KnowledgeDocumentTable>,
  chunks: Omit<NewChunk, 'base_id' | 'document_id'>[],
): Promise<void> {
  await transaction.insertInto('knowledge_documents').values(document).execute();
  const rows = chunks.map((chunk) => ({ ...chunk, base_id: document.base_id, document_id: document.id }));
  for (let first = 0; first < rows.length; first += batchRows)
    await transaction
      .insertInto('knowledge_chunks')
      .values(rows.slice(first, first + batchRows))
      .execute();
  await countDocument(transaction, document, 1);
}

/** To be run in a transaction. @returns false when it was gone before */
export async function deleteDocumentRow(transaction: Transaction, document: DocumentRow): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('knowledge_documents')
    .where('id', '=', document.id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return false;
  await countDocument(transaction, document, -1);
  return true;
}

type Counts = Pick<DocumentRow, 'base_id' | 'chunk_count' | 'term_count' | 'updated_at'>;

function countDocument(transaction: Transaction, document: Counts, sign: 1 | -1) {
  return transaction
    .updateTable('knowledge_bases')
    .set((row) => ({
      document_count: row('document_count', '+', sign),
      chunk_count: row('chunk_count', '+', sign * document.chunk_count),
      term_count: row('term_count', '+', sign * document.term_count),
      updated_at: new Date().toISOString(),
      revision: row('revision', '+', 1),
    }))
    .where('id', '=', document.base_id)
    .execute();
}

const documentColumns = [
  'id',
  'name',
  'base_id',
  'format',
  'title',
  'metadata',
  'byte_size',
  'character_count',
  'chunk_count',
  'term_count',
  'created_at',
  'updated_at',
  'created_by',
  'revision',
] as const;

export function selectDocuments(database: Database, baseId: string, listing: Listing): Promise<Page<DocumentRow>> {
  const query = database.selectFrom('knowledge_documents').select(documentColumns).where('base_id', '=', baseId);
  return fetchPage(query, 'knowledge_documents', listing);
}

export function selectDocument(database: Database, baseId: string, nameOrId: string): Promise<DocumentRow | undefined> {
  return database
    .selectFrom('knowledge_documents')
    .select(documentColumns)
    .where('base_id', '=', baseId)
    .where((row) => row.or([row('name', '=', nameOrId), row('id', '=', nameOrId)]))
    .executeTakeFirst();
}

export async function selectText(database: Database, documentId: string): Promise<string | undefined> {
  const row = await database
    .selectFrom('knowledge_documents')
    .select('text')
    .where('id', '=', documentId)
    .executeTakeFirst();
  return row?.text;
}

/** Metadata of every document of the base, for filters. */
export function selectMetadata(database: Database, baseId: string) {
  return database.selectFrom('knowledge_documents').select(['id', 'metadata']).where('base_id', '=', baseId).execute();
}

/** What a passage is answered from. */
export function selectPassages(database: Database, chunkIds: number[]) {
  return database
    .selectFrom('knowledge_chunks')
    .innerJoin('knowledge_documents', 'knowledge_documents.id', 'knowledge_chunks.document_id')
    .select([
      'knowledge_chunks.id',
      'knowledge_chunks.document_id',
      'knowledge_chunks.position',
      'knowledge_chunks.heading',
      'knowledge_chunks.start_offset',
      'knowledge_chunks.end_offset',
      'knowledge_chunks.content',
      'knowledge_documents.name',
      'knowledge_documents.title',
      'knowledge_documents.metadata',
    ])
    .where('knowledge_chunks.id', 'in', chunkIds)
    .execute();
}

export type PassageRow = Awaited<ReturnType<typeof selectPassages>>[number];
