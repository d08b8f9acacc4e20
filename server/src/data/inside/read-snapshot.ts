import type { Table } from '@sibyl/engine/table.ts';
import { type EngineLimits, openEngine, parquetSource, readObjects } from './duckdb.ts';
import { planParquet } from './plan-parquet.ts';
import { readTable } from './read-table.ts';

/** Reads all of one Parquet file for learning; the file itself says what its columns are. Only for child processes. */
export async function readSnapshot(path: string, limits: EngineLimits): Promise<Table> {
  using engine = await openEngine(limits);
  const { columns } = await planParquet(engine.connection, path);
  const [counted] = await readObjects(
    engine.connection,
    `SELECT count(*)::DOUBLE AS rows FROM ${parquetSource([path])}`,
  );
  return readTable([{ path, rowCount: Number(counted.rows) }], columns, limits);
}
