import { type Dialect, PostgresDialect } from 'kysely';
import pg from 'pg';

const int8 = 20;
const numeric = 1700;

/** Counts and sums arrive as numbers, as they do from SQLite, and not as text. */
function getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (oid === int8 || oid === numeric) return Number;
  return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid);
}

/** @param url `postgres://user:password@host:port/database` */
export function createPostgresDialect(url: string): Dialect {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 10_000,
    types: { getTypeParser },
  });
  pool.on('error', () => {}); // an idle connection that broke is replaced; a busy one rejects its query
  return new PostgresDialect({ pool });
}
