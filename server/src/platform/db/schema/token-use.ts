import type { Generated } from 'kysely';
import type { Fixed } from './record.ts';

export interface TokenUseSchema {
  token_use: TokenUseTable;
}

/** Sums of one UTC day. */
export interface TokenUseTable {
  /** As `2026-11-28`. */
  day: Fixed<string>;
  project_id: Fixed<string>;
  /** The agent or the knowledge base that used them; it may be gone. */
  agent_id: Fixed<string>;
  /** Who asked, as in `created_by` of records. */
  actor: Fixed<string>;
  provider: Fixed<string>;
  model_name: Fixed<string>;
  calls: number;
  /** Calls whose tokens the provider did not tell. */
  estimated_calls: number;
  input_tokens: number;
  output_tokens: number;
  cached_tokens: number;
  cost: number;
  /** Calls whose cost is known. */
  priced_calls: number;
  /** Sum of the times until the answer of a call began. */
  first_token_ms: Generated<number>;
  /** Calls whose beginning was seen. */
  timed_calls: Generated<number>;
}
