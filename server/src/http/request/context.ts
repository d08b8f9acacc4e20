import type { Config } from '../../config.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { EventLog } from '../../platform/journal/event-log.ts';
import type { SealedBox } from '../../platform/secrets/sealed-box.ts';

/** The services that stored answers use. */
export interface IdempotencyServices {
  config: Config;
  database: Database;
  events: EventLog;
  /** Encrypts users' secrets, such as API keys of providers and passwords of databases. */
  secrets: SealedBox;
}
