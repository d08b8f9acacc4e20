import type { DuckDBConnection } from '@duckdb/node-api';
import { ServiceError } from '../../../errors.ts';
import type { AttachedCatalog, AttachedFile, AttachedTable } from '../types.ts';
import { type EngineLimits, openEngine, quoteName, quoteText, readObjects } from './duckdb.ts';
import { columnTypeOf } from './duckdb-types.ts';

/** Opens the file read-only, and makes views of those of its tables that a query reads. */
export async function attachFile(
  connection: DuckDBConnection,
  { path, schema, tables }: AttachedFile,
  read: readonly string[],
): Promise<void> {
  await attach(connection, path);
  for (const name of read.filter((one) => tables.includes(one)))
    await connection.run(
      `CREATE VIEW ${quoteName(name)} AS SELECT * FROM attached.${quoteName(schema)}.${quoteName(name)}`,
    );
}

/** A database and the log of its last changes. */
export function filesOf(attached: AttachedFile | undefined): string[] {
  return attached ? [attached.path, `${attached.path}.wal`] : [];
}

async function attach(connection: DuckDBConnection, path: string): Promise<void> {
  try {
    await connection.run(`ATTACH ${quoteText(path)} AS attached (READ_ONLY)`);
  } catch (error) {
    const message = (error as Error).message.replaceAll(path, 'the file');
    throw new ServiceError('connection_failed', `The database cannot be queried: ${message}`, { cause: error });
  }
}

const mostColumns = 50_000;

/** Lists the tables and views of a schema of the file, with their columns and comments. */
export async function describeFile({
  path,
  schema,
  limits,
}: {
  path: string;
  schema: string;
  limits: EngineLimits;
}): Promise<AttachedCatalog> {
  using engine = await openEngine(limits);
  await attach(engine.connection, path);
  const rows = await readObjects(
    engine.connection,
    `SELECT c.table_name AS name, c.column_name AS column_name, c.data_type AS data_type, c.comment AS column_comment,
       coalesce(t.comment, v.comment) AS comment, t.estimated_size AS row_estimate
     FROM duckdb_columns() c
     LEFT JOIN duckdb_tables() t USING (database_name, schema_name, table_name)
     LEFT JOIN duckdb_views() v ON v.database_name = c.database_name AND v.schema_name = c.schema_name
       AND v.view_name = c.table_name
     WHERE c.database_name = 'attached' AND c.schema_name = ${quoteText(schema)}
     ORDER BY c.table_name, c.column_index LIMIT ${mostColumns}`,
  );
  const [{ version }] = await readObjects(engine.connection, 'SELECT version() AS version');
  const tables = [...Map.groupBy(rows, ({ name }) => String(name))].map(([name, columns]) => tableOf(name, columns));
  return { tables, version: `DuckDB ${version}` };
}

function tableOf(name: string, columns: Record<string, unknown>[]): AttachedTable {
  const [{ comment, row_estimate: estimate }] = columns;
  return {
    name,
    comment: textOrNull(comment),
    rowEstimate: estimate === null ? null : Number(estimate),
    columns: columns.map((column) => ({
      name: String(column.column_name),
      type: columnTypeOf(String(column.data_type)) ?? 'text',
      comment: textOrNull(column.column_comment),
    })),
  };
}

function textOrNull(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value);
}
