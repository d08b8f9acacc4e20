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
import { isFinished } from './unfinished.ts';

export type BaseRow = Selectable<KnowledgeBaseTable>;
/** A document without its text, which may be long. */
export type DocumentRow = Omit<Selectable<KnowledgeDocumentTable>, 'text'>;
export type DocumentChunk = Omit<Insertable<KnowledgeChunkTable>, 'base_id' | 'document_id'>;

/** Rows per insert: SQLite accepts at most 32,766 values per statement. */
const batchRows = 500;

export const bases = new ProjectRecords({ table: 'knowledge_bases', noun: 'knowledge_base' });

export function selectBaseById(database: Database, id: string): Promise<BaseRow | undefined> {
  return database.selectFrom('knowledge_bases').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Selects the base, or those of a project, whose vectors are being computed. */
export function selectEmbedding(database: Database, of: { id: string } | { project_id: string }) {
  const query = database
    .selectFrom('knowledge_bases')
    .select(['id', 'embedding_generation', 'embedding_job_id'])
    .where('embedding_job_id', 'is not', null)
    .$narrowType<{ embedding_job_id: string }>();
  return 'id' in of ? query.where('id', '=', of.id).execute() : query.where('project_id', '=', of.project_id).execute();
}

/** Inserts chunks of one document, within a transaction. */
export async function insertChunks(
  transaction: Transaction,
  { id: document_id, base_id }: Pick<DocumentRow, 'id' | 'base_id'>,
  chunks: readonly DocumentChunk[],
): Promise<void> {
  for (let first = 0; first < chunks.length; first += batchRows)
    await transaction
      .insertInto('knowledge_chunks')
      .values(chunks.slice(first, first + batchRows).map((chunk) => ({ ...chunk, base_id, document_id })))
      .execute();
}

type Counts = Pick<DocumentRow, 'base_id' | 'chunk_count' | 'term_count' | 'updated_at'>;

/** Updates the counts of a base for an added or removed document, within a transaction. Returns the base, now locked. */
export function countDocument(transaction: Transaction, document: Counts, sign: 1 | -1): Promise<BaseRow | undefined> {
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
    .returningAll()
    .executeTakeFirst();
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
  const query = database
    .selectFrom('knowledge_documents')
    .select(documentColumns)
    .where('base_id', '=', baseId)
    .where(isFinished('id'));
  return fetchPage(query, 'knowledge_documents', listing);
}

export function selectDocument(database: Database, baseId: string, nameOrId: string): Promise<DocumentRow | undefined> {
  return database
    .selectFrom('knowledge_documents')
    .select(documentColumns)
    .where('base_id', '=', baseId)
    .where((row) => row.or([row('name', '=', nameOrId), row('id', '=', nameOrId)]))
    .where(isFinished('id'))
    .executeTakeFirst();
}

export async function selectText(database: Database, documentId: string): Promise<string | undefined> {
  const row = await database
    .selectFrom('knowledge_documents')
    .select('text')
    .where('id', '=', documentId)
    .where(isFinished('id'))
    .executeTakeFirst();
  return row?.text;
}

/** Selects the metadata of all documents of the base, for filters. */
export function selectMetadata(database: Database, baseId: string) {
  return database
    .selectFrom('knowledge_documents')
    .select(['id', 'metadata'])
    .where('base_id', '=', baseId)
    .where(isFinished('id'))
    .execute();
}

/** Selects the texts and documents of passages. */
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
      'knowledge_chunks.page',
      'knowledge_chunks.content',
      'knowledge_documents.name',
      'knowledge_documents.title',
      'knowledge_documents.metadata',
    ])
    .where('knowledge_chunks.id', 'in', chunkIds)
    .execute();
}

export type PassageRow = Awaited<ReturnType<typeof selectPassages>>[number];
