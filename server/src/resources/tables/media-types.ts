import type { FileFormat } from '../../platform/data/types.ts';

export const formatOfType: Readonly<Record<string, FileFormat>> = {
  'text/csv': 'csv',
  'text/tab-separated-values': 'tsv',
  'application/x-ndjson': 'ndjson',
  'application/jsonl': 'ndjson',
  'application/json': 'json',
  'application/vnd.apache.parquet': 'parquet',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
};

/** The content type of each format. */
export const typeOfFormat: Readonly<Record<FileFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  tsv: 'text/tab-separated-values; charset=utf-8',
  ndjson: 'application/x-ndjson',
  json: 'application/json; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};
