import type { Config } from './config.ts';
import type { Database } from './db/schema.ts';

/** What was opened at start and every verb may use. */
export interface Parts {
  config: Config;
  database: Database;
}

/** Who asks, and with what. The first argument of every verb. */
export interface Context extends Parts {
  /** Goes into `created_by`; `local` in the open local mode. */
  actor: string;
}
