import type { Json } from '../json.ts';
import type { Fixed } from './record.ts';

export interface IdempotencySchema {
  idempotency_keys: IdempotencyKeyTable;
}

/** A request that must not be done twice, and what it was answered. */
export interface IdempotencyKeyTable {
  /** Caller, project, address and the `Idempotency-Key` header. */
  key: Fixed<string>;
  /** Hash of the body. */
  fingerprint: Fixed<string>;
  /** Null while the first request is still being answered. */
  answer: Json | null;
  created_at: Fixed<string>;
}
