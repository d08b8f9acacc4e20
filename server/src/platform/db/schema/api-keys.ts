import type { Defaulted, Fixed, RecordTable } from './record.ts';

export interface ApiKeySchema {
  api_keys: ApiKeyTable;
  api_key_projects: ApiKeyProjectTable;
}

export interface ApiKeyTable extends RecordTable {
  /** Unique. */
  name: string;
  role: 'admin' | 'editor' | 'viewer' | 'predictor';
  /** 1 when the key reaches all projects; 0 when only those of `api_key_projects`, be there any or none. */
  every_project: number;
  /** Its own rate; null for that of the service. */
  requests_per_second: Defaulted<number | null>;
  secret_hash: string;
  /** The secret before the last rotation, and until when it still holds. */
  former_hash: string | null;
  former_until: string | null;
  expires_at: string | null;
  last_used_at: string | null;
}

/** A project that a key is limited to. */
export interface ApiKeyProjectTable {
  key_id: Fixed<string>;
  project_id: Fixed<string>;
}
