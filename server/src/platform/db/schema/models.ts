import type { Json } from '../json.ts';
import type { Defaulted, Fixed, RecordTable } from './record.ts';

export interface ModelSchema {
  models: ModelTable;
  model_versions: ModelVersionTable;
}

export interface ModelTable extends RecordTable {
  project_id: Fixed<string>;
  /** Unique in its project. */
  name: string;
  target: string;
  /** The version used for predictions; null until one is complete. */
  active_version: number | null;
  latest_version: number;
  /** How the model is watched; null when it is not. */
  monitor: Defaulted<Json | null>;
  /** The open alarms. */
  alarms: Defaulted<Json | null>;
  /** When it is retrained by itself. */
  schedule: Defaulted<Json | null>;
  /** Which retrained versions become active. */
  policy: Defaulted<string | null>;
  /** A retrained version beside the active one. */
  challenger: Defaulted<Json | null>;
}

export type ModelStatus = 'queued' | 'training' | 'complete' | 'failed' | 'cancelled';

export interface ModelVersionTable {
  model_id: Fixed<string>;
  version: Fixed<number>;
  status: ModelStatus;
  task: string | null;
  source: Json;
  options: Json;
  progress: Json | null;
  /** Main accuracy measure, 0 to 1. */
  accuracy: number | null;
  accuracies: Json | null;
  /** This and the next two are null for versions trained before they were stored. */
  baseline: Json | null;
  standard_errors: Json | null;
  validation: Json | null;
  /** Null where all rows are answered alike, and for versions trained before it was measured. */
  accuracies_elsewhere: Defaulted<Json | null>;
  /** Null where errors have no costs, and for versions trained before it was stored. */
  cost: Defaulted<Json | null>;
  inputs: Json | null;
  /** Null for versions trained before warnings were stored. */
  warnings: Json | null;
  row_count: number | null;
  training_seconds: number | null;
  /** A sentence that the user can act on. */
  error: string | null;
  blob_key: string | null;
  /** Of the model and the rows that it learned from; null for versions trained before it was stored. */
  byte_size: Defaulted<number | null>;
  description: Json | null;
  snapshot_key: string | null;
  /** The version whose kinds of models are fitted again; null where all are tried. */
  grown_from: Defaulted<number | null>;
  job_id: string | null;
  created_at: Fixed<string>;
  started_at: string | null;
  finished_at: string | null;
}
