import type { Pool } from 'pg';
import type { CatalogTable } from '../engine.ts';
import { groupColumns } from '../group-columns.ts';
import { readRows, type StreamRows } from '../served/rows.ts';
import { streamQuery } from './stream-query.ts';
import { columnTypeOf } from './values.ts';

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
  signal: AbortSignal | undefined,
): Promise<CatalogTable[]> {
  const stream: StreamRows = (text, limits, take) =>
    streamQuery(pool, { sql: text, values: [schemas], schema: 'pg_catalog' }, limits, take);
  const { rows } = await readRows(stream, sql, { maxRows: mostColumns, timeoutMs, signal });
  return groupColumns(
    rows.map(([schema, table, comment, rowEstimate, column, oid, columnComment]) => ({
      schema: String(schema),
      table: String(table),
      comment,
      rowEstimate,
      column: String(column),
      type: columnTypeOf(Number(oid)),
      columnComment,
    })),
  );
}
