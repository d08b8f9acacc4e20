import type { DuckDBConnection } from '@duckdb/node-api';
import { losesDigits } from '@sibyl/engine/readings/lost-digits.ts';
import { fileFault } from '../faults.ts';
import type { TableColumn, TableWarning } from '../types.ts';
import { defineCounter } from './cell-functions.ts';
import { parquetSource, quoteName, quoteText, readObjects } from './duckdb.ts';
import { castTo, columnTypeOf } from './duckdb-types.ts';
import { nameColumns } from './name-columns.ts';
import { renameWarnings } from './text-warnings.ts';

export interface TypedColumn extends TableColumn {
  /** SQL of the value in the Parquet type of `type`. */
  value: string;
  /** Set when texts of the file are read as another type. */
  isGiven?: 'text';
  /** SQL of whether the file has more digits than `type` holds. */
  isRounded?: string;
}

export interface TypedSource {
  from: string;
  columns: TypedColumn[];
}

interface GivenColumn {
  /** As the file has it; DuckDB renames what SQL cannot distinguish. */
  name: string;
  field: string;
  sqlType: string;
  /** Why its values cannot be read; absent when they can. */
  unreadable?: string;
}

/** Opens a foreign Parquet file and maps its types to column types. Columns that a table cannot hold are left out. */
export async function planParquet(
  connection: DuckDBConnection,
  path: string,
): Promise<TypedSource & { warnings: TableWarning[] }> {
  const from = parquetSource([path]);
  const all = await readColumns(connection, path).catch((error: Error) => {
    const reason = error.message.split('\n')[0].replaceAll(path, 'the file').slice(0, 300);
    throw fileFault('not_parquet', `The file is not a readable Parquet file: ${reason}`);
  });
  const [kept, left] = [all.filter((one) => !one.unreadable), all.filter((one) => one.unreadable)];
  if (kept.length === 0 && left.length > 0)
    throw fileFault(
      'unsupported_column_type',
      `The file has no column that a table can hold: "${left[0].name}" ${left[0].unreadable}.`,
    );
  const given = kept.map(({ name }) => name);
  const names = nameColumns(given, { renames: true });
  return {
    from,
    columns: kept.map(({ field, sqlType }, index) => givenColumn(names[index], quoteName(field), sqlType)),
    warnings: [
      ...left.map((column) => ({ code: 'column_left_out', column: column.name, detail: describeLeft(column) })),
      ...renameWarnings(given, names),
    ],
  };
}

function describeLeft({ name, unreadable }: GivenColumn): string {
  return `Column "${name}" ${unreadable}; it was left out: write it as text to keep it.`;
}

async function readColumns(connection: DuckDBConnection, path: string): Promise<GivenColumn[]> {
  const described = await readObjects(connection, `DESCRIBE SELECT * FROM ${parquetSource([path])}`);
  const stored = await readObjects(
    connection,
    `SELECT name, num_children::INTEGER AS children, precision::INTEGER AS digits FROM parquet_schema(${quoteText(path)})`,
  );
  const columns = topColumns(stored.slice(1));
  return described.map(({ column_name, column_type }, index) => {
    const [field, sqlType] = [String(column_name), String(column_type)];
    const { name, parts } = columns[index];
    return { name, field, sqlType, unreadable: whyUnreadable(sqlType, parts) };
  });
}

type SchemaPart = Record<string, unknown>;

/** A Parquet schema lists each column before its parts. */
function topColumns(schema: readonly SchemaPart[]): { name: string; parts: SchemaPart[] }[] {
  const columns: { name: string; parts: SchemaPart[] }[] = [];
  let open = 0;
  for (const part of schema) {
    if (open === 0) columns.push({ name: String(part.name), parts: [] });
    columns[columns.length - 1].parts.push(part);
    open = Math.max(0, open - 1) + Number(part.children ?? 0);
  }
  return columns;
}

const mostDigits = 38;

function whyUnreadable(sqlType: string, parts: readonly SchemaPart[]): string | undefined {
  if (columnTypeOf(sqlType) === undefined) return `holds bytes (${sqlType})`;
  // DuckDB reads other numbers from them.
  return parts.some(({ digits }) => Number(digits ?? 0) > mostDigits)
    ? `has decimals of more than ${mostDigits} digits`
    : undefined;
}

/** Whole decimals that may exceed 64 bits are read like texts of digits, so that each stays exact. */
function givenColumn(name: string, field: string, sqlType: string): TypedColumn {
  const [, digits, places] = /^DECIMAL\((\d+),(\d+)\)$/.exec(sqlType) ?? [];
  if (places === '0' && Number(digits) > digitsOfBigint)
    return { name, type: 'text', value: `CAST(${field} AS VARCHAR)` };
  return typedColumn(name, field, sqlType);
}

/** Throws for types that a table cannot hold. */
export function typedColumn(name: string, field: string, sqlType: string): TypedColumn {
  const type = columnTypeOf(sqlType);
  if (type !== undefined)
    return { name, type, value: castTo(type, field, sqlType), isRounded: roundingOf(field, sqlType) };
  const detail = `Column "${name}" holds bytes (${sqlType}); leave it out, or write it as text.`;
  throw fileFault('unsupported_column_type', detail);
}

/** Decimal digits that a double always keeps, and those that 64 bits always have room for. */
const [digitsOfDouble, digitsOfBigint] = [15, 18];

function roundingOf(field: string, sqlType: string): string | undefined {
  if (sqlType === 'TIMESTAMP_NS') return `CAST(CAST(${field} AS TIMESTAMP) AS TIMESTAMP_NS) <> ${field}`;
  const digits = Number(/^DECIMAL\((\d+),/.exec(sqlType)?.[1] ?? 0);
  if (digits <= digitsOfDouble || columnTypeOf(sqlType) !== 'number') return undefined;
  const text = `CAST(${field} AS VARCHAR)`;
  return `length(trim(replace(${text}, '.', ''), '-0')) > ${digitsOfDouble} AND loses_digits(${text}) = 1`;
}

/** Says of which columns values lose digits. */
export async function warnOfRounding(
  connection: DuckDBConnection,
  { from, columns }: TypedSource,
): Promise<TableWarning[]> {
  const asked = columns.filter(({ isRounded }) => isRounded !== undefined);
  if (asked.length === 0) return [];
  defineCounter(connection, 'loses_digits', (text) => (losesDigits(text) ? 1 : 0));
  const counts = asked.map(({ isRounded }, index) => `count_if(${isRounded})::DOUBLE AS n${index}`);
  const [row] = await readObjects(connection, `SELECT ${counts.join(', ')} FROM ${from}`);
  return asked.flatMap(({ name }, index) => {
    const count = Number(row[`n${index}`]);
    const [have, were] = count === 1 ? ['value has', 'was'] : ['values have', 'were'];
    const detail = `Column "${name}": ${count} ${have} more digits than are kept and ${were} rounded; write them as text where each digit counts.`;
    return count === 0 ? [] : [{ code: 'rounded_values', column: name, detail }];
  });
}
