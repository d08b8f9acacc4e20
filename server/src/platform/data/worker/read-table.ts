import type { DuckDBConnection } from '@duckdb/node-api';
import type { Column, Table } from '@sibyl/engine/table.ts';
import type { TableColumn, TablePart } from '../types.ts';
import { numberOrNan, textOf } from './cell-numbers.ts';
import { type EngineLimits, openEngine, parquetSource, quoteName, readObjects } from './duckdb.ts';
import { freedChunks } from './freed-chunks.ts';
import { itemsOf, type Numbers } from './vectors.ts';

/**
 * Reads columns of a table for training straight into typed arrays, without a JavaScript object per cell. Only for
 * child processes, because it loads DuckDB. Infinite numbers count as missing. Text is coded by a sorted dictionary,
 * which does not depend on the order of rows.
 */
export async function readTable(
  parts: readonly TablePart[],
  columns: readonly TableColumn[],
  limits: EngineLimits,
): Promise<Table> {
  using engine = await openEngine(limits);
  const from = parquetSource(parts.map((part) => part.path));
  const rowCount = parts.reduce((sum, part) => sum + part.rowCount, 0);
  const read: Column[] = [];
  for (const column of columns) read.push(await readColumn(engine.connection, from, rowCount, column));
  return { rowCount, columns: read };
}

async function readColumn(
  connection: DuckDBConnection,
  from: string,
  rowCount: number,
  column: TableColumn,
): Promise<Column> {
  const { name, type, reading } = column;
  const field = quoteName(name);
  const fill = <Values extends Numbers>(sql: string, values: Values) =>
    fillFrom(connection, `SELECT ${sql} FROM ${from}`, values);
  switch (type) {
    case 'integer':
    case 'number':
      return { name, reading, type: 'number', values: await fill(numberOrNan(column), new Float64Array(rowCount)) };
    case 'boolean':
      return {
        name,
        reading,
        type,
        values: await fill(`coalesce(${field}::UTINYINT, 2::UTINYINT)`, new Uint8Array(rowCount)),
      };
    case 'date':
    case 'datetime':
      return { name, reading, type: 'time', values: await fill(numberOrNan(column), new Float64Array(rowCount)) };
    case 'text':
    case 'json': {
      const dictionary = await makeDictionary(connection, textOf(column), from);
      const code =
        dictionary.length === 0 ? '-1::INTEGER' : `coalesce(enum_code(${textOf(column)}::words)::INTEGER, -1)`;
      return { name, reading, type: 'text', codes: await fill(code, new Int32Array(rowCount)), dictionary };
    }
  }
}

/** Copies the only column of a statement into `values`, chunk by chunk. */
async function fillFrom<Values extends Numbers>(
  connection: DuckDBConnection,
  sql: string,
  values: Values,
): Promise<Values> {
  const result = await connection.stream(sql);
  let at = 0;
  for await (const chunk of freedChunks(result)) {
    values.set(itemsOf(chunk.getColumnVector(0)), at);
    at += chunk.rowCount;
  }
  return values;
}

/**
 * Creates the ENUM type `words` of the column's sorted distinct values and returns them; its codes are their indices.
 */
async function makeDictionary(connection: DuckDBConnection, text: string, from: string): Promise<string[]> {
  await connection.run('DROP TYPE IF EXISTS words');
  const [{ present }] = await readObjects(connection, `SELECT count(${text})::DOUBLE AS present FROM ${from}`);
  if (present === 0) return [];
  await connection.run(
    `CREATE TYPE words AS ENUM (SELECT DISTINCT ${text} AS word FROM ${from} WHERE ${text} IS NOT NULL ORDER BY word)`,
  );
  const reader = await connection.runAndReadAll('SELECT unnest(enum_range(NULL::words))::VARCHAR');
  return reader.getColumns()[0].map(String);
}
