import { dialects } from '../dialects.ts';
import type { CatalogTable } from '../engine.ts';
import { groupColumns } from '../group-columns.ts';
import { readRows, type StreamRows } from '../served/rows.ts';
import { columnTypeOfWord } from './values.ts';

const mostColumns = 50_000;
const timeoutMs = 10_000;

/** Reads the tables and columns of the databases that the user may read, with their comments. */
export async function readCatalog(
  stream: StreamRows,
  schemas: readonly string[],
  signal: AbortSignal | undefined,
): Promise<CatalogTable[]> {
  const listed = schemas.map(dialects.mysql.literal).join(', ');
  const sql = `
    SELECT t.TABLE_SCHEMA, t.TABLE_NAME, t.TABLE_COMMENT, t.TABLE_ROWS, c.COLUMN_NAME, c.COLUMN_TYPE, c.COLUMN_COMMENT
    FROM information_schema.TABLES t JOIN information_schema.COLUMNS c
      ON c.TABLE_SCHEMA = t.TABLE_SCHEMA AND c.TABLE_NAME = t.TABLE_NAME
    WHERE t.TABLE_SCHEMA IN (${listed}) AND t.TABLE_TYPE <> 'SEQUENCE'
    ORDER BY field(t.TABLE_SCHEMA, ${listed}), t.TABLE_NAME, c.ORDINAL_POSITION`;
  const { rows } = await readRows(stream, sql, { maxRows: mostColumns, timeoutMs, signal });
  return groupColumns(
    rows.map(([schema, table, comment, rowEstimate, column, type, columnComment]) => ({
      schema: String(schema),
      table: String(table),
      comment: comment === 'VIEW' ? null : comment,
      rowEstimate,
      column: String(column),
      type: columnTypeOfWord(String(type)),
      columnComment,
    })),
  );
}
