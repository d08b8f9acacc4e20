import { type Dialect, PostgresDialect } from 'kysely';

const int8 = 20;
const numeric = 1700;

/** @param url `postgres://user:password@host:port/database` */
export async function createPostgresDialect(url: string): Promise<Dialect> {
  const { default: pg } = await import('pg'); // loaded here because it takes 8 MB
  const types = new pg.TypeOverrides();
  // Parses counts and sums as numbers, as SQLite returns them; the default is text.
  for (const oid of [int8, numeric]) types.setTypeParser(oid, Number);
  const pool = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 10_000, types });
  pool.on('error', () => {}); // the pool replaces a broken idle connection; a busy one rejects its query
  return new PostgresDialect({ pool });
}
