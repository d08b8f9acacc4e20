import type { DuckDBPreparedStatement, DuckDBResult } from '@duckdb/node-api';
import { ServiceError } from '../../../errors.ts';
import type { ColumnType, JsonValue, QueryRequest, QueryResult } from '../types.ts';
import { columnTypeOf, sqlTypeOf } from './duckdb-types.ts';
import { chunkToJson } from './json-values.ts';
import { explainQueryFailure, openLockedEngine, prepareLockedQuery } from './locked-query.ts';

const mostBytes = 64 * 1024 * 1024;

/** Runs a user's SELECT over tables of a project. The caller enforces the time limit, by interrupt or kill. */
export async function runQuery(request: Omit<QueryRequest, 'timeoutMs'>): Promise<QueryResult> {
  try {
    using engine = await openLockedEngine(request);
    const statement = await prepareLockedQuery(engine.connection, request.sql);
    const columns = columnsOf(statement);
    if (request.maxRows === 0) return { columns, rows: [], truncated: true };
    return { columns, ...(await takeRows(await statement.stream(), request.maxRows)) };
  } catch (error) {
    throw explainQueryFailure(error as Error, request);
  }
}

function columnsOf(statement: DuckDBPreparedStatement): QueryResult['columns'] {
  return Array.from({ length: statement.columnCount }, (_, index) => ({
    name: statement.columnName(index),
    type: resultTypeOf(sqlTypeOf(statement.columnType(index))),
  }));
}

/** A sum of integers is wider than BIGINT, but stays an integer in results. */
function resultTypeOf(sqlType: string): ColumnType {
  return /^(U?HUGEINT|UBIGINT)$/.test(sqlType) ? 'integer' : (columnTypeOf(sqlType) ?? 'text');
}

async function takeRows(result: DuckDBResult, maxRows: number): Promise<Pick<QueryResult, 'rows' | 'truncated'>> {
  const rows: JsonValue[][] = [];
  const types = result.columnTypes();
  let bytes = 0;
  for await (const chunk of result) {
    for (const row of chunkToJson(chunk, types)) {
      bytes += JSON.stringify(row).length;
      if (rows.length === maxRows || (bytes > mostBytes && rows.length > 0)) return { rows, truncated: true };
      if (bytes > mostBytes) throw new ServiceError('query_memory_limit', `One row is larger than ${mostBytes} bytes.`);
      rows.push(row);
    }
  }
  return { rows, truncated: false };
}
