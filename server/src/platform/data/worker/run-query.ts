import type { DuckDBPreparedStatement, DuckDBResult } from '@duckdb/node-api';
import type { Task } from '../../workers/serve-tasks.ts';
import { reportPieces } from '../pieces.ts';
import { nameColumns, type RowShape, RowWriter } from '../row-writer.ts';
import { shorten } from '../shorten.ts';
import type { ColumnType, QueryRequest, WrittenResult } from '../types.ts';
import { columnTypeOf, sqlTypeOf } from './duckdb-types.ts';
import { finishRows, usualBytes } from './finish-rows.ts';
import { chunkToJson } from './json-values.ts';
import { explainQueryFailure, openLockedEngine, prepareLockedQuery } from './locked-query.ts';

interface WriteRequest extends Omit<QueryRequest, 'timeoutMs'> {
  shape: RowShape;
}

/**
 * Runs a user's SELECT over tables of a project, and passes its rows on as JSON. The caller enforces the time limit, by
 * interrupt or kill.
 */
export async function runQuery(
  request: WriteRequest,
  { report }: Pick<Task, 'report'>,
): Promise<Omit<WrittenResult, 'pieces'>> {
  try {
    using engine = await openLockedEngine(request);
    const statement = await prepareLockedQuery(engine.connection, request.sql);
    const columns = columnsOf(statement, request.shape);
    if (request.maxRows === 0) return { columns, rowCount: 0, cutBy: 'rows' };
    const { shape, maxRows, maxBytes = usualBytes } = request;
    const names = columns.map(({ name }) => name);
    const writer = new RowWriter(names, shape, { maxRows, maxBytes });
    await takeRows(await statement.stream(), writer, request, report);
    return { columns, ...(await finishRows(writer, maxBytes, report)) };
  } catch (error) {
    throw explainQueryFailure(error as Error, request);
  }
}

function columnsOf(statement: DuckDBPreparedStatement, shape: RowShape): WrittenResult['columns'] {
  const given = Array.from({ length: statement.columnCount }, (_, index) => ({
    name: statement.columnName(index),
    type: resultTypeOf(sqlTypeOf(statement.columnType(index))),
  }));
  return nameColumns(given, shape);
}

/** A sum of integers is wider than BIGINT, but stays an integer in results. */
function resultTypeOf(sqlType: string): ColumnType {
  return /^(U?HUGEINT|UBIGINT)$/.test(sqlType) ? 'integer' : (columnTypeOf(sqlType) ?? 'text');
}

async function takeRows(
  result: DuckDBResult,
  writer: RowWriter,
  { cellCharacters }: Pick<WriteRequest, 'cellCharacters'>,
  report: Task['report'],
): Promise<void> {
  const types = result.columnTypes();
  for await (const chunk of result)
    for (const row of chunkToJson(chunk, types)) {
      const cells = cellCharacters === undefined ? row : row.map((cell) => shorten(cell, cellCharacters));
      if (!writer.add(cells)) return;
      await reportPieces(writer, report);
    }
}
