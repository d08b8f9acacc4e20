import type { DuckDBType } from '@duckdb/node-api';
import type { ColumnType } from '../types.ts';

/** A type as DuckDB's SQL writes it. */
export function sqlTypeOf(type: DuckDBType): string {
  return type.alias === 'JSON' ? 'JSON' : String(type);
}

/**
 * Our type for one of DuckDB's; undefined for bytes. A DECIMAL without digits behind the point is an integer where BIGINT can
 * hold it; integers wider than BIGINT are text, so that they stay exact.
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

/** SQL that brings a value of one of DuckDB's types to the Parquet type that stands for ours. */
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
