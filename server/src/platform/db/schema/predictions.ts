import type { Json } from '../json.ts';
import type { Fixed } from './record.ts';

export interface PredictionSchema {
  predictions: PredictionTable;
}

export type PredictionStatus = 'queued' | 'running' | 'complete' | 'failed';

/** A batch of predictions. */
export interface PredictionTable {
  id: Fixed<string>;
  project_id: Fixed<string>;
  model_id: Fixed<string>;
  version: Fixed<number>;
  status: PredictionStatus;
  source: Fixed<Json>;
  params: Fixed<Json>;
  /** The cluster that predicts; null for the service itself. */
  engine: Fixed<Json | null>;
  /** How the file of the predicted table was written; null for a query, and for files without a dialect. */
  dialect: Fixed<Json | null>;
  /** The table to create from the result. */
  into_table: Fixed<string | null>;
  /** 1 when it may replace an existing table. */
  replaces: Fixed<number>;
  /** The current phase of the job. */
  phase: string | null;
  rows_done: number;
  /** Rows of the source; null until it was read. */
  row_count: number | null;
  byte_size: number | null;
  blob_key: string | null;
  /** A sentence that the user can act on. */
  error: string | null;
  job_id: Fixed<string | null>;
  created_at: Fixed<string>;
  created_by: Fixed<string | null>;
  updated_at: string;
  started_at: string | null;
  finished_at: string | null;
}
