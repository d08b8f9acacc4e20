import { type DuckDBConnection, type DuckDBPreparedStatement, StatementType } from '@duckdb/node-api';
import { ServiceError } from '../../../errors.ts';
import { memoryLimit } from '../faults.ts';
import type { AttachedFile, TablePart } from '../types.ts';
import { attachFile, filesOf } from './attached-file.ts';
import { type OpenEngine, openEngine, parquetSource, quoteName, quoteText } from './duckdb.ts';
import { guardSql } from './guard-sql.ts';

export interface LockedRequest {
  sql: string;
  tables: Readonly<Record<string, readonly TablePart[]>>;
  attached?: AttachedFile;
  memoryBytes: number;
  /** A folder of its own for sorting on disk, up to `diskBytes`; without it, nothing is written to disk. */
  spillFolder?: string;
  diskBytes?: number;
}

/**
 * Opens a separate instance for one untrusted query: views over the files of its tables, then all access to files,
 * network and settings is disabled, in the only order in which DuckDB keeps it disabled.
 */
export async function openLockedEngine(request: LockedRequest): Promise<OpenEngine> {
  const { sql, tables, attached, memoryBytes, spillFolder = '', diskBytes = 0 } = request;
  const engine = await openEngine({ memoryBytes, threads: 2, spillFolder });
  try {
    const read = await guardSql(engine.connection, sql, [...Object.keys(tables), ...(attached?.tables ?? [])]);
    refuseTwins(read);
    if (attached) await attachFile(engine.connection, attached, read);
    const used = read.filter((name) => Object.hasOwn(tables, name));
    const gone = used.find((name) => tables[name].length === 0);
    if (gone !== undefined) throw new ServiceError('query_failed', `The table "${gone}" is being deleted.`);
    const paths = used.flatMap((name) => tables[name].map((part) => part.path));
    for (const name of used) await createView(engine.connection, name, tables[name]);
    for (const setting of [
      `allowed_paths = [${[...paths, ...filesOf(attached)].map(quoteText).join(', ')}]`,
      `temp_directory = ${quoteText(spillFolder)}`,
      `max_temp_directory_size = '${diskBytes} bytes'`,
      'enable_external_access = false',
      'autoinstall_known_extensions = false',
      'autoload_known_extensions = false',
      'allow_community_extensions = false',
      'lock_configuration = true',
    ]) {
      await engine.connection.run(`SET ${setting}`);
    }
    return engine;
  } catch (error) {
    engine[Symbol.dispose]();
    throw error;
  }
}

function refuseTwins(names: readonly string[]): void {
  const twin = names.find((name, index) =>
    names.some((other, at) => at < index && other.toLowerCase() === name.toLowerCase()),
  );
  if (twin === undefined) return;
  throw new ServiceError(
    'query_refused',
    `One query cannot read two tables whose names differ only in case ("${twin}").`,
  );
}

async function createView(connection: DuckDBConnection, name: string, parts: readonly TablePart[]): Promise<void> {
  const source = parquetSource(parts.map((part) => part.path));
  await connection.run(`CREATE VIEW ${quoteName(name)} AS SELECT * FROM ${source}`);
}

/** Prepares the user's statement, which then knows its columns; nothing is executed yet. */
export async function prepareLockedQuery(connection: DuckDBConnection, sql: string): Promise<DuckDBPreparedStatement> {
  const statements = await connection.extractStatements(sql);
  if (statements.count !== 1) throw new ServiceError('query_refused', 'A query is exactly one SELECT.');
  const statement = await statements.prepare(0);
  if (statement.statementType !== StatementType.SELECT) {
    throw new ServiceError('query_refused', 'Only a SELECT may be sent; it reads and changes nothing.');
  }
  if (statement.parameterCount > 0)
    throw new ServiceError('query_failed', 'The query has placeholders; write the values.');
  return statement;
}

const tooMuchForJson = 'A value of the answer nests too deep, or is too long, to be sent as JSON.';

/** A stack overflow from nested brackets, or a text longer than the maximum string. */
function isTooMuchForJson(error: Error): boolean {
  return error instanceof RangeError || (error as NodeJS.ErrnoException).code === 'ERR_STRING_TOO_LONG';
}

/** Explains a failed query with DuckDB's message, but without file paths or details of the build. */
export function explainQueryFailure(error: Error, { tables, attached, memoryBytes }: LockedRequest): Error {
  // During streaming, DuckDB's message follows one of its client.
  const message = /[A-Z][A-Za-z -]{0,60}Error: .*/s.exec(error.message)?.[0];
  if (error instanceof ServiceError) return error;
  if (isTooMuchForJson(error)) return new ServiceError('query_failed', tooMuchForJson, { cause: error });
  if (message === undefined) return error;
  if (/^Out of Memory Error/.test(message)) {
    return memoryLimit(memoryBytes);
  }
  if (/^(?:INTERNAL|FATAL|TransactionContext) Error/.test(message)) {
    return new ServiceError('query_failed', 'DuckDB cannot run this query.', { cause: error });
  }
  const parts = Object.entries(tables).flatMap(([name, files]) => files.map((part) => [part.path, name] as const));
  const named = attached ? [...parts, [attached.path, 'the file'] as const] : parts;
  // DuckDB quotes our own statement, cut, when a file cannot be read: with half a path.
  const said = message.split(/\nLINE \d+: CREATE VIEW/, 1)[0];
  const detail = named.reduce((text, [path, name]) => text.replaceAll(path, name), said).trim();
  return new ServiceError(/^Permission Error/.test(message) ? 'query_refused' : 'query_failed', detail.slice(0, 2000));
}
