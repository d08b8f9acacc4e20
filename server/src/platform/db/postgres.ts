import { type Dialect, PostgresDialect } from 'kysely';

const int8 = 20;
const numeric = 1700;

/** @param url `postgres://user:password@host:port/database` */
export async function createPostgresDialect(url: string): Promise<Dialect> {
  const { default: pg } = await import('pg'); // 8 MB that a service on SQLite need not load
  const types = new pg.TypeOverrides();
  // Counts and sums arrive as numbers, as they do from SQLite, and not as text.
  for (const oid of [int8, numeric]) types.setTypeParser(oid, Number);
  const pool = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 10_000, types });
  pool.on('error', () => {}); // an idle connection that broke is replaced; a busy one rejects its query
  return new PostgresDialect({ pool });
}
