import type { Pool } from 'pg';
import type { ColumnType } from '../../../platform/data/types.ts';
import type { TableName } from './guard-sql.ts';
import { runQuery } from './run-query.ts';
import { columnTypeOf } from './values.ts';

export interface CatalogColumn {
  name: string;
  type: ColumnType;
  comment: string | null;
}

export interface CatalogTable extends TableName {
  comment: string | null;
  /** The database's estimate; null when it has none. */
  rowEstimate: number | null;
  columns: CatalogColumn[];
}

/** Maximum number of readable tables and views that are described. */
const mostTables = 1000;
const mostColumns = 50_000;
const timeoutMs = 10_000;

const sql = `
  SELECT n.nspname, c.relname, obj_description(c.oid, 'pg_class'), c.reltuples::float8, a.attname, a.atttypid::int4,
    col_description(c.oid, a.attnum)
  FROM (
    SELECT c.oid, c.relname, c.relnamespace, c.reltuples
    FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = ANY ($1::text[]) AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
      AND has_schema_privilege(n.oid, 'USAGE') AND has_any_column_privilege(c.oid, 'SELECT')
    ORDER BY array_position($1::text[], n.nspname::text), c.relname
    LIMIT ${mostTables}
  ) c
  JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    AND has_column_privilege(c.oid, a.attnum, 'SELECT')
  ORDER BY array_position($1::text[], n.nspname::text), c.relname, a.attnum`;

/** Reads the readable tables and columns of the schemas, with the database's comments. */
export async function readCatalog(
  pool: Pool,
  schemas: readonly string[],
  signal: AbortSignal,
): Promise<CatalogTable[]> {
  const query = { sql, values: [schemas], schema: 'pg_catalog', timeoutMs };
  const { rows } = await runQuery(pool, query, { maxRows: mostColumns }, signal);
  const tables = new Map<string, CatalogTable>();
  for (const [schema, name, comment, estimate, column, oid, columnComment] of rows) {
    const key = JSON.stringify([schema, name]);
    const table = tables.get(key) ?? {
      schema: String(schema),
      name: String(name),
      comment: textOrNull(comment),
      rowEstimate: Number(estimate) < 0 ? null : Number(estimate),
      columns: [],
    };
    table.columns.push({
      name: String(column),
      type: columnTypeOf(Number(oid)),
      comment: textOrNull(columnComment),
    });
    tables.set(key, table);
  }
  return [...tables.values()];
}

function textOrNull(value: unknown): string | null {
  return value === null ? null : String(value);
}
