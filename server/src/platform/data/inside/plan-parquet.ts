import type { DuckDBConnection } from '@duckdb/node-api';
import { fileFault } from '../faults.ts';
import type { TableColumn, TableWarning } from '../types.ts';
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
    columns: kept.map(({ field, sqlType }, index) => typedColumn(names[index], quoteName(field), sqlType)),
    warnings: [
      ...left.map((column) => ({ code: 'column_left_out', column: column.name, detail: describeLeft(column) })),
      ...renameWarnings(given, names),
    ],
  };
}

function describeLeft({ name, unreadable }: GivenColumn): string {
  return `Column "${name}" ${unreadable}; it was left out: write it as text to have it.`;
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

/** Throws for types that a table cannot hold. */
export function typedColumn(name: string, field: string, sqlType: string): TypedColumn {
  const type = columnTypeOf(sqlType);
  if (type !== undefined)
    return { name, type, value: castTo(type, field, sqlType), isRounded: roundingOf(field, sqlType) };
  const detail = `Column "${name}" holds bytes (${sqlType}); leave it out, or write it as text.`;
  throw fileFault('unsupported_column_type', detail);
}

/** Digits that a double always has room for. */
const digitsOfDouble = 17;

function roundingOf(field: string, sqlType: string): string | undefined {
  if (sqlType === 'TIMESTAMP_NS') return `CAST(CAST(${field} AS TIMESTAMP) AS TIMESTAMP_NS) <> ${field}`;
  const digits = Number(/^DECIMAL\((\d+),/.exec(sqlType)?.[1] ?? 0);
  if (digits <= digitsOfDouble || columnTypeOf(sqlType) !== 'number') return undefined;
  return `length(trim(replace(CAST(${field} AS VARCHAR), '.', ''), '-0')) > ${digitsOfDouble}`;
}

/** Says of which columns values lose digits. */
export async function warnOfRounding(
  connection: DuckDBConnection,
  { from, columns }: TypedSource,
): Promise<TableWarning[]> {
  const asked = columns.filter(({ isRounded }) => isRounded !== undefined);
  if (asked.length === 0) return [];
  const counts = asked.map(({ isRounded }, index) => `count_if(${isRounded})::DOUBLE AS n${index}`);
  const [row] = await readObjects(connection, `SELECT ${counts.join(', ')} FROM ${from}`);
  return asked.flatMap(({ name }, index) => {
    const count = Number(row[`n${index}`]);
    const detail = `Column "${name}": ${count} values have more digits than are kept and were rounded; write them as text where each digit counts.`;
    return count === 0 ? [] : [{ code: 'rounded_values', column: name, detail }];
  });
}
