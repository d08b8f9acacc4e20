import { type Dialect, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { ServiceError } from '../../errors.ts';
import { refuseSecondConnection } from './open-transaction.ts';

const int8 = 20;
const numeric = 1700;
/** A process that stands still within a transaction holds rows for which others wait. */
const abandonedMs = 10_000;

export interface PostgresConnections {
  dialect: Dialect;
  /** Breaks off every connection, with the statement that it runs: the network or the server swallows them. */
  breakOff(): void;
}

/** @param url `postgres://user:password@host:port/database` */
export async function createPostgresDialect(url: string): Promise<PostgresConnections> {
  const { default: pg } = await import('pg'); // loaded here because it takes 8 MB
  const types = new pg.TypeOverrides();
  // Parses counts and sums as numbers, as SQLite returns them; the default is text.
  for (const oid of [int8, numeric]) types.setTypeParser(oid, Number);
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 10_000,
    idle_in_transaction_session_timeout: abandonedMs,
    types,
  });
  pool.on('error', () => {}); // the pool replaces a broken idle connection; a busy one rejects its query
  const connected = new Set<PoolClient>();
  pool.on('connect', (client) => {
    connected.add(client);
    client.on('error', () => {}); // its statement rejects; without a listener the process would end
  });
  pool.on('remove', (client) => connected.delete(client));
  return {
    dialect: new PostgresDialect({ pool: lendFrom(pool) }),
    breakOff: () => {
      for (const client of connected) client.connection.stream.destroy();
    },
  };
}

/** The pool as Kysely needs it; errors of the connection say so. */
function lendFrom(pool: Pool): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      refuseSecondConnection();
      const client = await pool.connect().catch((error) => {
        throw isBusy(error) ? overloaded(error) : unavailable(error); // nothing was asked yet
      });
      return lend(client);
    },
  };
}

function lend(client: PoolClient): PostgresPoolClient {
  const query = (sql: string, parameters: unknown[]) =>
    client.query(sql, parameters).catch((error) => {
      throw isLost(error) ? unavailable(error) : error;
    });
  return { query, release: (isBroken?: boolean) => client.release(isBroken) } as unknown as PostgresPoolClient;
}

/** Returns whether the connection broke: by the operating system's code, by a shutdown (57P…), or by a sentence of pg. */
function isLost(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return (
    /^(?:ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|57P0|25P03|08)/.test(String(code)) ||
    /^Connection terminated|not queryable/.test(String(message))
  );
}

/** Returns whether all connections of this process were in use for too long. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && error.message === 'timeout exceeded when trying to connect';
}

function overloaded(cause: unknown): ServiceError {
  const detail = 'All connections of this node to its database have been in use for too long; try again soon.';
  return new ServiceError('overloaded', detail, { cause, headers: { 'retry-after': '5' } });
}

function unavailable(cause: unknown): ServiceError {
  const detail = 'The database of the service cannot be reached at the moment; try again soon.';
  return new ServiceError('backend_unavailable', detail, { cause });
}
