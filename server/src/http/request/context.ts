import type { Config } from '../../config.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { EventLog } from '../../platform/journal/event-log.ts';
import type { SealedBox } from '../../platform/secrets/sealed-box.ts';

/** The services that keeping answers may use. */
export interface IdempotencyServices {
  config: Config;
  database: Database;
  events: EventLog;
  /** Encrypts what users entrust: keys of providers, passwords of databases. */
  secrets: SealedBox;
}
