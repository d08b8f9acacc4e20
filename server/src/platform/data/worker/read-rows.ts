import type { DuckDBConnection } from '@duckdb/node-api';
import type { Task } from '../../workers/serve-tasks.ts';
import { reportPieces } from '../pieces.ts';
import { RowWriter } from '../row-writer.ts';
import type { JsonValue, ReadRowsRequest, Row, WrittenRows } from '../types.ts';
import { type EngineLimits, openEngine, parquetSource, quoteName } from './duckdb.ts';
import { finishRows, usualBytes } from './finish-rows.ts';
import { chunkToJson } from './json-values.ts';

/** Reads rows in the order of upload; `offset` counts over all parts. */
export async function readRows(connection: DuckDBConnection, request: ReadRowsRequest): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const cells of cellsOf(connection, request))
    rows.push(Object.fromEntries(request.columns.map(({ name }, index) => [name, cells[index]])));
  return rows;
}

async function* cellsOf(
  connection: DuckDBConnection,
  { parts, columns, offset, limit }: ReadRowsRequest,
): AsyncGenerator<JsonValue[]> {
  const list = columns.map(({ name }) => quoteName(name)).join(', ');
  let partStart = 0;
  let left = limit;
  for (const part of parts) {
    const from = Math.max(0, offset - partStart);
    const wanted = Math.min(left, part.rowCount - from);
    partStart += part.rowCount;
    if (wanted <= 0) continue;
    left -= wanted;
    const sql = `SELECT ${list} FROM ${parquetSource([part.path])} LIMIT ${wanted} OFFSET ${from}`;
    const result = await connection.stream(sql);
    const types = result.columnTypes();
    for await (const chunk of result) yield* chunkToJson(chunk, types);
  }
}

/** Reads them in an instance of its own, and passes them on as JSON. */
export async function writeRowsOf(
  request: ReadRowsRequest,
  limits: EngineLimits,
  report: Task['report'],
): Promise<Omit<WrittenRows, 'pieces'>> {
  const { columns, limit: maxRows, maxBytes = usualBytes } = request;
  const names = columns.map(({ name }) => name);
  const writer = new RowWriter(names, 'objects', { maxRows, maxBytes });
  using engine = await openEngine(limits);
  for await (const cells of cellsOf(engine.connection, request)) {
    if (!writer.add(cells)) break;
    await reportPieces(writer, report);
  }
  return finishRows(writer, maxBytes, report);
}
