import type { Generated } from 'kysely';
import type { Json } from '../json.ts';
import type { Fixed, RecordTable } from './record.ts';

export interface KnowledgeSchema {
  knowledge_bases: KnowledgeBaseTable;
  knowledge_documents: KnowledgeDocumentTable;
  knowledge_chunks: KnowledgeChunkTable;
  knowledge_vectors: KnowledgeVectorTable;
  knowledge_unfinished: KnowledgeUnfinishedTable;
  knowledge_index: KnowledgeIndexTable;
}

export interface KnowledgeBaseTable extends RecordTable {
  project_id: Fixed<string>;
  /** Unique in its project. */
  name: string;
  description: string;
  metadata: Json;
  /** Language of the text analysis; fixed, because the index depends on it. */
  language: Fixed<'english' | 'german' | 'french' | 'spanish' | 'none'>;
  /** Provider, model and dimension of the vectors; null for search by words only. */
  embedding: Json | null;
  /** Rises when the embedding changes: vectors of older generations are ignored. */
  embedding_generation: number;
  /** ID of the job that computes vectors; null when none is due. */
  embedding_job_id: string | null;
  /** Why vectors are missing, as a sentence for the user. */
  embedding_error: string | null;
  /** Address and model that reorder search results; null for none. */
  rerank: Json | null;
  document_count: number;
  chunk_count: number;
  /** Number of terms in all chunks. */
  term_count: number;
}

export interface KnowledgeDocumentTable extends RecordTable {
  base_id: Fixed<string>;
  /** Source, such as a file name; unique in its base. */
  name: string;
  format: string;
  title: string | null;
  metadata: Json;
  /** Size of the original file. */
  byte_size: number;
  character_count: number;
  chunk_count: number;
  term_count: number;
  /** The extracted text, in Markdown where the file has structure. */
  text: string;
}

/** A chunk of a document. Offsets count UTF-16 units of the document's text. */
export interface KnowledgeChunkTable {
  id: Generated<number>;
  base_id: Fixed<string>;
  document_id: Fixed<string>;
  /** Order in the document, from 0. */
  position: number;
  heading: string;
  start_offset: number;
  end_offset: number;
  /** Page on which it begins, from 1; null where the file has no pages, or was read before pages were kept. */
  page: number | null;
  term_count: number;
  /** Analysed terms of title and headings, separated by single spaces. */
  heading_terms: string;
  terms: string;
  content: string;
}

export interface KnowledgeVectorTable {
  chunk_id: Fixed<number>;
  base_id: Fixed<string>;
  generation: number;
  /** Unit vector as little-endian float32. */
  vector: Uint8Array;
  /** Such as `de`; null where it is not known. */
  language: Generated<string | null>;
}

/** Documents that are being written or deleted in steps: no list, search or read shows them. */
interface KnowledgeUnfinishedTable {
  document_id: Fixed<string>;
}

/** SQLite's full-text index, maintained by triggers; PostgreSQL has a column in `knowledge_chunks`. */
interface KnowledgeIndexTable {
  rowid: Fixed<number>;
}
