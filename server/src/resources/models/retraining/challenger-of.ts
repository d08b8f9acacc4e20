import { decodeJson, type Json } from '../../../platform/db/json.ts';
import type { Compared } from './compare.ts';

/** A retrained version, and what was decided about it. */
export interface Challenger {
  version: number;
  /** The version that answered meanwhile. */
  champion: number;
  decision: 'waiting' | 'activated' | 'kept_champion' | 'rejected';
  /** Why, as a sentence. */
  reason: string;
  /** Null where they were not compared. */
  compared: Compared | null;
  decided_at: string;
}

export function challengerOf({ challenger }: { challenger: Json | null }): Challenger | null {
  return challenger === null ? null : decodeJson<Challenger>(challenger);
}
