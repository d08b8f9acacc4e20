import type { DuckDBConnection } from '@duckdb/node-api';
import type { ReadRowsRequest, Row } from '../types.ts';
import { type EngineLimits, openEngine, parquetSource, quoteName } from './duckdb.ts';
import { chunkToJson } from './json-values.ts';

/** Reads rows in the order of upload; `offset` counts over all parts. */
export async function readRows(
  connection: DuckDBConnection,
  { parts, columns, offset, limit }: ReadRowsRequest,
): Promise<Row[]> {
  const rows: Row[] = [];
  const names = columns.map((column) => column.name);
  let partStart = 0;
  for (const part of parts) {
    const from = Math.max(0, offset - partStart);
    const wanted = Math.min(limit - rows.length, part.rowCount - from);
    partStart += part.rowCount;
    if (wanted <= 0) continue;
    const list = names.map(quoteName).join(', ');
    const sql = `SELECT ${list} FROM ${parquetSource([part.path])} LIMIT ${wanted} OFFSET ${from}`;
    const result = await connection.stream(sql);
    const types = result.columnTypes();
    for await (const chunk of result) {
      for (const cells of chunkToJson(chunk, types)) {
        rows.push(Object.fromEntries(names.map((name, index) => [name, cells[index]])));
      }
    }
  }
  return rows;
}

/** Does the same in an instance of its own. */
export async function readRowsOf(request: ReadRowsRequest, limits: EngineLimits): Promise<Row[]> {
  using engine = await openEngine(limits);
  return await readRows(engine.connection, request);
}
