import type { DuckDBConnection } from '@duckdb/node-api';
import { fileFault } from '../faults.ts';
import type { TableColumn } from '../types.ts';
import { parquetSource, quoteName, readObjects } from './duckdb.ts';
import { castTo, columnTypeOf } from './duckdb-types.ts';
import { nameColumns } from './name-columns.ts';

export interface TypedColumn extends TableColumn {
  /** SQL of the value in the Parquet type of `type`. */
  value: string;
  /** Set when texts of the file are read as another type. */
  isGiven?: 'text';
}

export interface TypedSource {
  from: string;
  columns: TypedColumn[];
}

/** Opens a foreign Parquet file and maps its types to column types. */
export async function planParquet(connection: DuckDBConnection, path: string): Promise<TypedSource> {
  const from = parquetSource([path]);
  const described = await readObjects(connection, `DESCRIBE SELECT * FROM ${from}`).catch((error: Error) => {
    const reason = error.message.split('\n')[0].replaceAll(path, 'the file').slice(0, 300);
    throw fileFault('not_parquet', `The file is not a readable Parquet file: ${reason}`);
  });
  const given = described.map((row) => ({ name: String(row.column_name), sqlType: String(row.column_type) }));
  const names = nameColumns(given.map(({ name }) => name));
  return {
    from,
    columns: given.map(({ name, sqlType }, index) => typedColumn(names[index], quoteName(name), sqlType)),
  };
}

/** Throws for types that a table cannot hold. */
export function typedColumn(name: string, field: string, sqlType: string): TypedColumn {
  const type = columnTypeOf(sqlType);
  if (type !== undefined) return { name, type, value: castTo(type, field, sqlType) };
  const detail = `Column "${name}" holds bytes (${sqlType}); leave it out, or write it as text.`;
  throw fileFault('unsupported_column_type', detail);
}
