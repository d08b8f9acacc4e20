import type { Json } from '../json.ts';
import type { Fixed } from './record.ts';

export interface IdempotencySchema {
  idempotency_keys: IdempotencyKeyTable;
}

/** A request that must not run twice, and its stored response. */
export interface IdempotencyKeyTable {
  /** Derived from caller, project, path and the `Idempotency-Key` header. */
  key: Fixed<string>;
  /** Hash of the body. */
  fingerprint: Fixed<string>;
  /** Null while the first request runs. */
  answer: Json | null;
  created_at: Fixed<string>;
  /** The request that runs under the key; null where a release without it claimed the key. */
  claimant: string | null;
  /** When the node of that request last said that it lives. */
  renewed_at: string | null;
}
