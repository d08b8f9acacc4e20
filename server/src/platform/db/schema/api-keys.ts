import type { Defaulted, Fixed, RecordTable } from './record.ts';

export interface ApiKeySchema {
  api_keys: ApiKeyTable;
  api_key_projects: ApiKeyProjectTable;
  ended_sessions: EndedSessionTable;
}

export interface ApiKeyTable extends RecordTable {
  /** Unique. */
  name: string;
  role: 'admin' | 'editor' | 'viewer' | 'predictor';
  /** 1 when the key reaches all projects; 0 when only those in `api_key_projects`, possibly none. */
  every_project: number;
  /** The key's own rate; null uses the service's. */
  requests_per_second: Defaulted<number | null>;
  /** Tokens of language models a day; null sets no limit. */
  tokens_a_day: Defaulted<number | string | null>;
  secret_hash: string;
  /** Hash of the secret before the last rotation; it is valid until `former_until`. */
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

/** A session that was signed out. */
export interface EndedSessionTable {
  token_hash: Fixed<string>;
  /** When it would have ended by itself. */
  expires_at: Fixed<string>;
}
