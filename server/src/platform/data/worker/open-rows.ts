import type { DuckDBConnection } from '@duckdb/node-api';
import type { FileDialect, FileOptions, ImportRequest, JsonValue, TableWarning } from '../types.ts';
import { type EngineLimits, makeRoomForColumns, readObjects } from './duckdb.ts';
import { chunkToJson } from './json-values.ts';
import { openPacked, openTexts } from './open-source.ts';
import { planParquet } from './plan-parquet.ts';
import type { GivenText, OpenedText, RowPlace } from './text-source.ts';

/** The rows of a file for a model, which reads cells itself: texts as written, and typed values of the file. */
export interface OpenedRows {
  names: readonly string[];
  rowCount: number;
  /** A relation that reads the rows again. */
  from: string;
  dialect: FileDialect;
  /** A delimited text, to be read as it was written. */
  given?: GivenText | undefined;
  warnings: TableWarning[];
  locateRow(row: number): Promise<RowPlace>;
  /** Yields rows in the order of the file, some thousand at a time. */
  read(): AsyncIterable<readonly JsonValue[][]>;
  /** Returns the SQL of each original column of `from`. Known after all rows were read. */
  sentValues(): string[];
}

/**
 * Opens a file of any format. Each record below the header is a row, unless the sender has totals left out. `likely` are probable names of its header, which distinguish it from titles and rows.
 * DuckDB must have one thread, because several return rows in any order.
 */
export async function openRows(
  connection: DuckDBConnection,
  request: ImportRequest,
  limits: EngineLimits,
  likely: readonly string[],
): Promise<OpenedRows> {
  const { path, packed, format } = await openPacked(request);
  const options: FileOptions = { ...request.options, totals: request.options?.totals ?? 'keep', everyRow: true };
  const opened =
    format === 'parquet'
      ? await openParquetRows(connection, path, limits)
      : openTextRows(connection, await openTexts(connection, { ...request, path, options }, format, likely));
  return { ...opened, dialect: { ...opened.dialect, ...packed } };
}

async function openParquetRows(connection: DuckDBConnection, path: string, limits: EngineLimits): Promise<OpenedRows> {
  const { from, columns, warnings } = await planParquet(connection, path);
  await makeRoomForColumns(connection, limits, columns.length);
  const values = columns.map(({ value }) => value);
  const [counted] = await readObjects(connection, `SELECT count(*)::DOUBLE AS rows FROM ${from}`);
  return {
    names: columns.map(({ name }) => name),
    rowCount: Number(counted.rows),
    from,
    dialect: { format: 'parquet' },
    warnings,
    locateRow: async (row) => ({ words: `Row ${row + 1}`, pointer: `/${row}` }),
    read: () => streamRows(connection, `SELECT ${values.join(', ')} FROM ${from}`),
    sentValues: () => values,
  };
}

function openTextRows(connection: DuckDBConnection, source: OpenedText): OpenedRows {
  const { from, names, fields, typed, rowCount, dialect, given, warnings, locateRow } = source;
  const kinds = names.map(() => new SentKind());
  async function* read(): AsyncGenerator<JsonValue[][]> {
    const flags = typed ?? [];
    for await (const rows of streamRows(connection, `SELECT ${[...fields, ...flags].join(', ')} FROM ${from}`))
      yield typed === undefined
        ? rows
        : rows.map((row) => kinds.map((kind, index) => kind.read(row, index, names.length)));
  }
  const sentValues = () =>
    fields.map((field, index) => (typed === undefined ? field : `CAST(${field} AS ${kinds[index].sqlType})`));
  return { names, rowCount, from, dialect, given, warnings, locateRow, read, sentValues };
}

/** The kind of a JSON column's values, from those read so far. */
class SentKind {
  #isText = false;
  #isNumber = true;
  #isInteger = true;
  #isBoolean = true;

  /** Returns the value of a cell; its text shows whether it was a JSON number or boolean. */
  read(row: readonly JsonValue[], index: number, width: number): JsonValue {
    const text = row[index];
    if (text === null) return null;
    if (row[index + width] !== true) {
      this.#isText = true;
      return text;
    }
    const value = JSON.parse(String(text)) as JsonValue;
    if (typeof value === 'number') this.#isBoolean = false;
    else this.#isNumber = false;
    if (!Number.isSafeInteger(value)) this.#isInteger = false;
    return value;
  }

  get sqlType(): string {
    if (this.#isText || this.#isNumber === this.#isBoolean) return 'VARCHAR';
    if (this.#isBoolean) return 'BOOLEAN';
    return this.#isInteger ? 'BIGINT' : 'DOUBLE';
  }
}

async function* streamRows(connection: DuckDBConnection, sql: string): AsyncGenerator<JsonValue[][]> {
  const result = await connection.stream(sql);
  const types = result.columnTypes();
  for await (const chunk of result) yield chunkToJson(chunk, types);
}
