import type { DuckDBConnection } from '@duckdb/node-api';
import type { ColumnProfile, JsonValue, Row, TableColumn, TablePart } from '../types.ts';
import { parquetSource, quoteName } from './duckdb.ts';
import { chunkToJson } from './json-values.ts';
import { readRows } from './read-rows.ts';

const exactRows = 100_000;
const exactColumns = 500;
const cellsForExamples = 200_000;
const mostExamples = 5;

/** Profiles each column of a table in one pass over all rows. */
export async function profileParts(
  connection: DuckDBConnection,
  parts: readonly TablePart[],
  columns: readonly TableColumn[],
): Promise<ColumnProfile[]> {
  const rowCount = parts.reduce((sum, part) => sum + part.rowCount, 0);
  const isExact = rowCount <= exactRows && columns.length <= exactColumns;
  const limit = Math.min(1000, Math.ceil(cellsForExamples / columns.length));
  const firstRows = await readRows(connection, { parts, columns, offset: 0, limit });
  const from = parquetSource(parts.map((part) => part.path));
  const profiles: ColumnProfile[] = [];
  // Exact counting uses a hash table per column and thread, so few columns run at a time.
  const width = isExact ? 16 : 128;
  for (let start = 0; start < columns.length; start += width) {
    const batch = columns.slice(start, start + width);
    const figures = await aggregate(connection, from, batch, isExact);
    for (const [index, column] of batch.entries()) {
      const [present, distinct, min, max] = figures.slice(index * 4, index * 4 + 4);
      const nulls = rowCount - Number(present);
      profiles.push({
        ...column,
        nulls,
        distinct: Number(distinct),
        min,
        max,
        examples: examplesOf(column.name, firstRows),
      });
    }
  }
  return profiles;
}

async function aggregate(
  connection: DuckDBConnection,
  from: string,
  columns: readonly TableColumn[],
  isExact: boolean,
): Promise<JsonValue[]> {
  const terms = columns.flatMap(({ name, type }) => {
    const column = quoteName(name);
    const distinct = isExact
      ? `count(DISTINCT ${column})`
      : `least(approx_count_distinct(${column}), count(${column}))`;
    return [`count(${column})`, distinct, ...['min', 'max'].map((bound) => boundSql(bound, column, type))];
  });
  const result = await connection.stream(`SELECT ${terms.join(', ')} FROM ${from}`);
  const chunk = await result.fetchChunk();
  return chunk ? chunkToJson(chunk, result.columnTypes())[0] : [];
}

function boundSql(bound: string, column: string, type: TableColumn['type']): string {
  if (type === 'json') return 'NULL';
  return type === 'text' ? `left(${bound}(${column}), 200)` : `${bound}(${column})`;
}

function examplesOf(name: string, rows: readonly Row[]): JsonValue[] {
  const examples = new Map<string, JsonValue>();
  for (const row of rows) {
    const value = row[name];
    if (value !== null) examples.set(JSON.stringify(value), typeof value === 'string' ? value.slice(0, 200) : value);
    if (examples.size === mostExamples) break;
  }
  return [...examples.values()];
}
