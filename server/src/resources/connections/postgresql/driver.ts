import type { Driver, DriverPlace } from '../served/driver.ts';
import type { PoolParameters } from '../served/pool-parameters.ts';
import { readRows, type StreamRows } from '../served/rows.ts';
import { readCatalog } from './catalog.ts';
import { openPool } from './open-pool.ts';
import { streamQuery } from './stream-query.ts';

const checkMs = 10_000;

export async function openDriver(parameters: PoolParameters, { address, schemas }: DriverPlace): Promise<Driver> {
  const [ownSchema] = schemas;
  const pool = await openPool(parameters, address);
  const stream: StreamRows = (sql, limits, take) => streamQuery(pool, { sql, schema: ownSchema }, limits, take);
  return {
    async check(signal) {
      const sql = "SELECT current_setting('server_version')";
      const { rows } = await readRows(stream, sql, { maxRows: 1, timeoutMs: checkMs, signal });
      return String(rows[0][0]);
    },
    readTables: (signal) => readCatalog(pool, schemas, signal),
    stream,
    close() {
      pool.end().catch(() => {}); // running queries finish
    },
  };
}
