import type { DuckDBType } from '@duckdb/node-api';
import type { ColumnType } from '../types.ts';

/** Returns a type in DuckDB's SQL. */
export function sqlTypeOf(type: DuckDBType): string {
  return type.alias === 'JSON' ? 'JSON' : String(type);
}

/**
 * Returns the column type for a DuckDB type; undefined for bytes. A DECIMAL without fraction digits is an integer if it
 * fits BIGINT; wider integers are text, so that they stay exact.
 */
export function columnTypeOf(sqlType: string): ColumnType | undefined {
  const decimal = /^DECIMAL\((\d+),(\d+)\)$/.exec(sqlType);
  if (decimal) return decimal[2] === '0' && Number(decimal[1]) < 19 ? 'integer' : 'number';
  if (/^(U?(TINY|SMALL)INT|U?INTEGER|BIGINT)$/.test(sqlType)) return 'integer';
  if (/^(FLOAT|DOUBLE)$/.test(sqlType)) return 'number';
  if (sqlType === 'BOOLEAN') return 'boolean';
  if (sqlType === 'DATE') return 'date';
  if (sqlType.startsWith('TIMESTAMP')) return 'datetime';
  if (sqlType === 'JSON' || /\]$|^(STRUCT|MAP|UNION)\(/.test(sqlType)) return 'json';
  return sqlType === 'BLOB' || sqlType === 'GEOMETRY' ? undefined : 'text';
}

/** Returns SQL that converts a value of a DuckDB type to the Parquet type of a column type. */
export function castTo(type: ColumnType, value: string, sqlType: string): string {
  switch (type) {
    case 'integer':
      return `CAST(${value} AS BIGINT)`;
    case 'number':
      return /^(FLOAT|DOUBLE)$/.test(sqlType)
        ? `CAST(CASE WHEN NOT isnan(${value}) THEN ${value} END AS DOUBLE)`
        : `CAST(${value} AS DOUBLE)`;
    case 'datetime':
      return /TIME ?ZONE|TIMESTAMPTZ|TZ$/.test(sqlType) ? `${value} AT TIME ZONE 'UTC'` : `CAST(${value} AS TIMESTAMP)`;
    case 'json':
      return sqlType === 'JSON' ? value : `to_json(${value})`;
    case 'text':
      return `CAST(${value} AS VARCHAR)`;
    default:
      return value;
  }
}
