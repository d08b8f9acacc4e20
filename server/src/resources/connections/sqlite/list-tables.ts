import type { CatalogTable } from '../engine.ts';
import { groupColumns } from '../group-columns.ts';
import { openFile } from './open-file.ts';
import { columnTypeOf } from './values.ts';

export interface SqliteCatalog {
  tables: CatalogTable[];
  version: string;
}

const mostColumns = 50_000;

/** Lists the tables and views of a file with their columns. */
export function listTables({ path }: { path: string }): SqliteCatalog {
  using database = openFile(path);
  const rows = database
    .prepare(
      `SELECT t.name AS name, c.name AS column_name, c.type AS type
       FROM sqlite_schema t JOIN pragma_table_info(t.name) c
       WHERE t.type IN ('table', 'view') AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
       ORDER BY t.name, c.cid LIMIT ${mostColumns}`,
    )
    .all();
  const tables = groupColumns(
    rows.map(({ name, column_name, type }) => ({
      schema: 'main',
      table: String(name),
      column: String(column_name),
      type: columnTypeOf(String(type)),
    })),
  );
  const { version } = database.prepare('SELECT sqlite_version() AS version').get() ?? {};
  return { tables, version: `SQLite ${version}` };
}
