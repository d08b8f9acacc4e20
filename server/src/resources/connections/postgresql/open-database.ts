import type { EngineServices, OpenDatabase } from '../engine.ts';
import { answerQuery, fromRows, type StreamRows } from '../rows.ts';
import { readCatalog } from './catalog.ts';
import { openGuard } from './guarding/open-guard.ts';
import { openPool, type PostgresqlParameters } from './open-pool.ts';
import { streamQuery } from './stream-query.ts';

const checkMs = 10_000;

export async function openDatabase(
  parameters: PostgresqlParameters,
  { data, shared }: EngineServices,
  address: string,
): Promise<OpenDatabase> {
  const { schemas = ['public'] } = parameters;
  const [ownSchema] = schemas;
  const pool = await openPool(parameters, address);
  const guard = shared('postgresql', openGuard);
  const stream: StreamRows = (sql, limits, take) => streamQuery(pool, { sql, schema: ownSchema }, limits, take);
  return {
    schemas,
    async check({ signal }) {
      const sql = "SELECT current_setting('server_version')";
      const { rows } = await answerQuery(stream, sql, { maxRows: 1, timeoutMs: checkMs, signal });
      return String(rows[0][0]);
    },
    readTables: ({ signal }) => readCatalog(pool, schemas, signal),
    guard: ({ sql, tables }, asker) => guard.judge({ sql, tables, ownSchema }, asker),
    ...fromRows(stream, data),
    async close() {
      pool.end().catch(() => {}); // running queries finish
    },
  };
}
