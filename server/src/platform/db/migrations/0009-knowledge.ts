import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../engine.ts';
import { addRecordColumns, bytewiseText } from './columns.ts';

async function createBases(database: Kysely<unknown>): Promise<void> {
  await addRecordColumns(database.schema.createTable('knowledge_bases'))
    .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('name', bytewiseText(database), (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('metadata', 'text', (column) => column.notNull())
    .addColumn('language', 'text', (column) => column.notNull())
    .addColumn('embedding', 'text')
    .addColumn('embedding_generation', 'integer', (column) => column.notNull())
    .addColumn('embedding_job_id', 'text')
    .addColumn('embedding_error', 'text')
    .addColumn('rerank', 'text')
    .addColumn('document_count', 'bigint', (column) => column.notNull())
    .addColumn('chunk_count', 'bigint', (column) => column.notNull())
    .addColumn('term_count', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('knowledge_bases_name', ['project_id', 'name'])
    .execute();
}

async function createDocuments(database: Kysely<unknown>): Promise<void> {
  await addRecordColumns(database.schema.createTable('knowledge_documents'))
    .addColumn('base_id', 'text', (column) => column.notNull().references('knowledge_bases.id').onDelete('cascade'))
    .addColumn('name', bytewiseText(database), (column) => column.notNull())
    .addColumn('format', 'text', (column) => column.notNull())
    .addColumn('title', 'text')
    .addColumn('metadata', 'text', (column) => column.notNull())
    .addColumn('byte_size', 'bigint', (column) => column.notNull())
    .addColumn('character_count', 'bigint', (column) => column.notNull())
    .addColumn('chunk_count', 'bigint', (column) => column.notNull())
    .addColumn('term_count', 'bigint', (column) => column.notNull())
    // The last column, so that SQLite need not read past it for the others.
    .addColumn('text', 'text', (column) => column.notNull())
    .addUniqueConstraint('knowledge_documents_name', ['base_id', 'name'])
    .execute();
}

async function createChunks(database: Kysely<unknown>): Promise<void> {
  const postgres = isPostgres(database);
  await database.schema
    .createTable('knowledge_chunks')
    .addColumn('id', postgres ? 'bigserial' : 'integer', (column) => column.primaryKey())
    .addColumn('base_id', 'text', (column) => column.notNull().references('knowledge_bases.id').onDelete('cascade'))
    .addColumn('document_id', 'text', (column) =>
      column.notNull().references('knowledge_documents.id').onDelete('cascade'),
    )
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('heading', 'text', (column) => column.notNull())
    .addColumn('start_offset', 'integer', (column) => column.notNull())
    .addColumn('end_offset', 'integer', (column) => column.notNull())
    .addColumn('term_count', 'integer', (column) => column.notNull())
    .addColumn('heading_terms', 'text', (column) => column.notNull())
    .addColumn('terms', 'text', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .addUniqueConstraint('knowledge_chunks_position', ['document_id', 'position'])
    .execute();
  await database.schema.createIndex('knowledge_chunks_by_base').on('knowledge_chunks').columns(['base_id']).execute();
  await (postgres ? indexOnPostgres(database) : indexOnSqlite(database));
}

/** Vectors are little-endian float32. Older generations come from another embedding model. */
async function createVectors(database: Kysely<unknown>): Promise<void> {
  const postgres = isPostgres(database);
  await database.schema
    .createTable('knowledge_vectors')
    .addColumn('chunk_id', postgres ? 'bigint' : 'integer', (column) =>
      column.primaryKey().references('knowledge_chunks.id').onDelete('cascade'),
    )
    .addColumn('base_id', 'text', (column) => column.notNull())
    .addColumn('generation', 'integer', (column) => column.notNull())
    .addColumn('vector', postgres ? 'bytea' : 'blob', (column) => column.notNull())
    .execute();
  await database.schema
    .createIndex('knowledge_vectors_by_base')
    .on('knowledge_vectors')
    .columns(['base_id', 'generation'])
    .execute();
}

/** Terms are analysed already, so the index only splits at spaces. One extra word names the base. */
async function indexOnSqlite(database: Kysely<unknown>): Promise<void> {
  await sql`create virtual table knowledge_index using fts5(
    base, heading_terms, terms, content='', contentless_delete=1, tokenize='ascii')`.execute(database);
  await sql`create trigger knowledge_index_insert after insert on knowledge_chunks begin
    insert into knowledge_index (rowid, base, heading_terms, terms)
    values (new.id, replace(new.base_id, '_', ''), new.heading_terms, new.terms);
  end`.execute(database);
  await sql`create trigger knowledge_index_delete after delete on knowledge_chunks begin
    delete from knowledge_index where rowid = old.id;
  end`.execute(database);
}

async function indexOnPostgres(database: Kysely<unknown>): Promise<void> {
  await sql`alter table knowledge_chunks add column search_terms tsvector generated always as
    (array_to_tsvector(string_to_array(trim(heading_terms || ' ' || terms), ' '))) stored`.execute(database);
  await sql`create index knowledge_chunks_search on knowledge_chunks using gin (search_terms)`.execute(database);
}

export async function up(database: Kysely<unknown>): Promise<void> {
  await createBases(database);
  await createDocuments(database);
  await createChunks(database);
  await createVectors(database);
}
