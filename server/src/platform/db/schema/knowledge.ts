import type { Generated } from 'kysely';
import type { Json } from '../json.ts';
import type { Fixed, RecordTable } from './record.ts';

export interface KnowledgeSchema {
  knowledge_bases: KnowledgeBaseTable;
  knowledge_documents: KnowledgeDocumentTable;
  knowledge_chunks: KnowledgeChunkTable;
  knowledge_vectors: KnowledgeVectorTable;
  knowledge_index: KnowledgeIndexTable;
}

export interface KnowledgeBaseTable extends RecordTable {
  project_id: Fixed<string>;
  /** Unique in its project. */
  name: string;
  description: string;
  metadata: Json;
  /** How its words are analysed; fixed, as all that is indexed hangs on it. */
  language: Fixed<'english' | 'none'>;
  /** Provider, model and dimension of its vectors; null when it is searched by words alone. */
  embedding: Json | null;
  /** Rises when another embedding is set: vectors of a former generation are not compared with. */
  embedding_generation: number;
  /** The job that makes vectors; null when none is to be made. */
  embedding_job_id: string | null;
  /** Why vectors are missing, in a sentence for its user. */
  embedding_error: string | null;
  /** Address and model that put what was found in a better order; null when none does. */
  rerank: Json | null;
  document_count: number;
  chunk_count: number;
  /** Terms of all chunks together. */
  term_count: number;
}

export interface KnowledgeDocumentTable extends RecordTable {
  base_id: Fixed<string>;
  /** Where it comes from, such as a file's name; unique in its base. */
  name: string;
  format: string;
  title: string | null;
  metadata: Json;
  /** Of the file as it was sent. */
  byte_size: number;
  character_count: number;
  chunk_count: number;
  term_count: number;
  /** What was read from the file, in Markdown where it has structure. */
  text: string;
}

/** A passage of a document. Offsets into the document's text, in UTF-16 units. */
export interface KnowledgeChunkTable {
  id: Generated<number>;
  base_id: Fixed<string>;
  document_id: Fixed<string>;
  /** Order in the document, from 0. */
  position: number;
  heading: string;
  start_offset: number;
  end_offset: number;
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
  /** float32, little endian, of length one. */
  vector: Uint8Array;
}

/** SQLite's full-text index over the chunks, kept by triggers; PostgreSQL has a column of `knowledge_chunks` instead. */
interface KnowledgeIndexTable {
  rowid: Fixed<number>;
}
