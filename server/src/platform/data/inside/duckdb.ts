import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';

export interface EngineLimits {
  memoryBytes: number;
  threads: number;
  /** Where sorting and grouping may spill; empty: nowhere, so that the memory limit is kept to the byte. */
  spillFolder: string;
}

export interface OpenEngine extends Disposable {
  connection: DuckDBConnection;
}

const open = new Set<DuckDBConnection>();

/** Asks every running statement of this process to stop; most do within milliseconds, some only after seconds. */
export function interruptAll(): void {
  for (const connection of open) connection.interrupt();
}

/** Opens an empty in-memory DuckDB that reads moments without zone as UTC. Loading it costs about 20 ms and 40 MB. */
export async function openEngine(limits: EngineLimits, path = ':memory:'): Promise<OpenEngine> {
  const instance = await DuckDBInstance.create(path, {
    threads: String(limits.threads),
    memory_limit: `${Math.floor(limits.memoryBytes / 1024)}KiB`,
    temp_directory: limits.spillFolder,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
  });
  const connection = await instance.connect();
  await connection.run("SET TimeZone = 'UTC'");
  open.add(connection);
  return {
    connection,
    [Symbol.dispose]() {
      open.delete(connection);
      connection.disconnectSync();
      instance.closeSync();
    },
  };
}

const usualColumns = 500;
const bytesAColumn = 200 * 1024;

/** Lets a wide table have what its columns need: DuckDB holds some 2,048 rows of each at once, in every thread. */
export async function makeRoomForColumns(
  connection: DuckDBConnection,
  { memoryBytes }: EngineLimits,
  columns: number,
): Promise<void> {
  if (columns <= usualColumns) return;
  await connection.run('SET threads = 1');
  await connection.run(`SET memory_limit = '${Math.ceil((memoryBytes + columns * bytesAColumn) / 1024)}KiB'`);
}

export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** A relation over Parquet files, in the order given. */
export function parquetSource(paths: readonly string[]): string {
  return `read_parquet([${paths.map(quoteText).join(', ')}])`;
}

/** Runs trusted SQL and gives its rows as objects; BIGINT comes as bigint. */
export async function readObjects(connection: DuckDBConnection, sql: string): Promise<Record<string, unknown>[]> {
  const reader = await connection.runAndReadAll(sql);
  return reader.getRowObjectsJS();
}
