import { decodeJson } from '../../platform/db/json.ts';
import { embeddingOf } from './embedding/settings.ts';
import { rerankOf } from './rerank/settings.ts';
import type { BaseRecord, EmbeddingRecord } from './schemas.ts';
import type { BaseRow } from './store.ts';

/** Converts a row to a knowledge base in responses, without the keys of its models. */
export function recordOf(row: BaseRow, project: string, vectorCount: number): BaseRecord {
  return {
    id: row.id,
    name: row.name,
    project,
    description: row.description,
    metadata: decodeJson<BaseRecord['metadata']>(row.metadata),
    language: row.language,
    document_count: row.document_count,
    chunk_count: row.chunk_count,
    embedding: embeddingRecordOf(row, vectorCount),
    rerank: rerankRecordOf(row),
    created_at: row.created_at,
    updated_at: row.updated_at,
    created_by: row.created_by,
  };
}

function embeddingRecordOf(row: BaseRow, vectorCount: number): EmbeddingRecord | null {
  const settings = embeddingOf(row);
  if (settings === undefined) return null;
  const { provider, model_name, base_url = null, api_version = null, dimension = null, sealed_api_key } = settings;
  const idle = vectorCount < row.chunk_count ? 'stopped' : 'complete';
  const ended = row.embedding_error === null ? idle : 'failed';
  return {
    provider,
    model_name,
    base_url,
    api_version,
    api_key_set: sealed_api_key !== undefined,
    dimension,
    status: row.embedding_job_id === null ? ended : 'running',
    embedded_chunks: vectorCount,
    error: row.embedding_error,
  };
}

function rerankRecordOf(row: BaseRow): BaseRecord['rerank'] {
  const settings = rerankOf(row);
  if (settings === undefined) return null;
  const { model_name, base_url, sealed_api_key } = settings;
  return { model_name, base_url, api_key_set: sealed_api_key !== undefined };
}
