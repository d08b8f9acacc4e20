import type { Outgoing } from '../../../platform/outgoing/outgoing.ts';
import type { CatalogTable } from '../engine.ts';
import type { StreamRows } from './rows.ts';

/** What a driver may use, and where its server is. */
export interface DriverPlace {
  outgoing: Outgoing;
  /** The resolved and allowed address of the host; empty for a server that is called by HTTP. */
  address: string;
  /** Schemas whose tables may be read. */
  schemas: readonly string[];
}

/** The client of a database server: it runs in a worker, because a server may answer with anything. */
export interface Driver {
  /** Queries the server once and returns its version. */
  check(signal: AbortSignal): Promise<string>;
  readTables(signal: AbortSignal): Promise<CatalogTable[]>;
  /** Lets the server itself judge a query that the guard has passed. */
  judge?(sql: string, signal: AbortSignal): Promise<void>;
  stream: StreamRows;
  /** Running queries finish. */
  close(): void;
}
