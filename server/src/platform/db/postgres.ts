import { setTimeout as pause } from 'node:timers/promises';
import { type Dialect, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { ServiceError } from '../../errors.ts';
import { refuseSecondConnection } from './open-transaction.ts';
import { explainBusy, isConflict } from './violations.ts';

const int8 = 20;
const numeric = 1700;
/** A process that stands still within a transaction holds rows for which others wait. */
const abandonedMs = 10_000;
const mostConnections = 10;
/** Longest wait for a connection. */
const patienceMs = 10_000;
/** PostgreSQL has no connection left for this node. */
const tooManyConnections = '53300';
const retryMs = 100;
/** So long a node makes do with the connections that it has, before it asks for more again. */
const modestMs = 5000;

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
    max: mostConnections,
    connectionTimeoutMillis: patienceMs,
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

/** What a pool has asked of its database. */
interface Asked {
  unanswered: number;
  /** When it last answered, in ms. */
  answeredAt: number;
}

/** The pool as Kysely needs it; errors of the connection say so. */
function lendFrom(pool: Pool): PostgresPool {
  const asked: Asked = { unanswered: 0, answeredAt: performance.now() };
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      refuseSecondConnection();
      return lend(await borrow(pool, asked), asked);
    },
  };
}

/** Nothing is asked yet, so it may try again. */
async function borrow(pool: Pool, asked: Asked): Promise<PoolClient> {
  for (const since = performance.now(); ; await pause(retryMs)) {
    try {
      return await pool.connect();
    } catch (error) {
      if (isBusy(error)) throw isSilent(asked) ? unavailable(error) : overloaded(error);
      if (!isRefused(error)) throw unavailable(error);
      if (performance.now() - since > patienceMs) throw overloaded(error);
      beModest(pool);
    }
  }
}

function beModest({ options, totalCount }: Pool): void {
  options.max = Math.max(1, totalCount);
  setTimeout(() => {
    options.max = mostConnections;
  }, modestMs).unref();
}

/** A database that swallows statements keeps all connections in use, too. */
function isSilent({ unanswered, answeredAt }: Asked): boolean {
  return unanswered > 0 && performance.now() - answeredAt > patienceMs;
}

function lend(client: PoolClient, asked: Asked): PostgresPoolClient {
  const query = async (sql: string, parameters: unknown[]) => {
    asked.unanswered += 1;
    try {
      const answer = await client.query(sql, parameters);
      asked.answeredAt = performance.now();
      return answer;
    } catch (error) {
      if (isLost(error)) throw unavailable(error);
      asked.answeredAt = performance.now();
      throw isConflict(error) ? error : explainBusy(error); // a conflict is tried again first
    } finally {
      asked.unanswered -= 1;
    }
  };
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

/** Returns whether the server has no connection left for this node. */
function isRefused(error: unknown): boolean {
  return (error as { code?: unknown }).code === tooManyConnections;
}

/** Returns whether all connections of this process were in use for too long. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && error.message === 'timeout exceeded when trying to connect';
}

function overloaded(cause: unknown): ServiceError {
  const detail = isRefused(cause)
    ? 'PostgreSQL has no connection left for this node: raise its max_connections, or run fewer nodes.'
    : 'All connections of this node to its database have been in use for too long; try again soon.';
  return new ServiceError('overloaded', detail, { cause, headers: { 'retry-after': '5' } });
}

function unavailable(cause: unknown): ServiceError {
  const detail = 'The database of the service cannot be reached at the moment; try again soon.';
  return new ServiceError('backend_unavailable', detail, { cause });
}
