import type { DuckDBConnection, DuckDBVector } from '@duckdb/node-api';
import type { Column, Table } from '@sibyl/engine/table.ts';
import type { TableColumn, TablePart } from '../types.ts';
import { type EngineLimits, openEngine, parquetSource, quoteName, readObjects } from './duckdb.ts';

/**
 * Reads columns of a table for learning, straight into typed arrays: no cell becomes a JavaScript object. Only for child
 * processes, since it loads DuckDB. Infinite numbers count as missing; text is coded by a sorted dictionary, so that the
 * same table in another row order gives the same dictionary.
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
  { name, type }: TableColumn,
): Promise<Column> {
  const field = quoteName(name);
  const fill = <Values extends FillableArray>(sql: string, values: Values) =>
    fillFrom(connection, `SELECT ${sql} FROM ${from}`, values);
  switch (type) {
    case 'integer':
    case 'number': {
      const number = `CAST(${field} AS DOUBLE)`;
      const finite = `CASE WHEN isfinite(${number}) THEN ${number} ELSE 'nan'::DOUBLE END`;
      return { name, type: 'number', values: await fill(finite, new Float64Array(rowCount)) };
    }
    case 'boolean':
      return { name, type, values: await fill(`coalesce(${field}::UTINYINT, 2::UTINYINT)`, new Uint8Array(rowCount)) };
    case 'date':
    case 'datetime': {
      const millis = `coalesce(epoch_ms(${field}::TIMESTAMP)::DOUBLE, 'nan'::DOUBLE)`;
      return { name, type: 'time', values: await fill(millis, new Float64Array(rowCount)) };
    }
    case 'text':
    case 'json': {
      const dictionary = await makeDictionary(connection, `${field}::VARCHAR`, from);
      const code =
        dictionary.length === 0 ? '-1::INTEGER' : `coalesce(enum_code(${field}::VARCHAR::words)::INTEGER, -1)`;
      return { name, type: 'text', codes: await fill(code, new Int32Array(rowCount)), dictionary };
    }
  }
}

type FillableArray = Float64Array | Uint8Array | Int32Array;

/** Copies the one column of a statement into `values`, chunk by chunk. */
async function fillFrom<Values extends FillableArray>(
  connection: DuckDBConnection,
  sql: string,
  values: Values,
): Promise<Values> {
  const result = await connection.stream(sql);
  let at = 0;
  for await (const chunk of result) {
    values.set(itemsOf(chunk.getColumnVector(0)), at);
    at += chunk.rowCount;
  }
  return values;
}

/** The raw memory of a vector; the client keeps it private, but one value at a time is three times slower. */
function itemsOf(vector: DuckDBVector): FillableArray {
  if ('items' in vector) {
    const { items } = vector;
    if (items instanceof Float64Array || items instanceof Int32Array || items instanceof Uint8Array) return items;
  }
  throw new TypeError('The column has no raw numbers.');
}

/** Makes the ENUM type `words` of the column's distinct values, sorted; its codes index what this gives. */
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
