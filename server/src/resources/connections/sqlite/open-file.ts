import { constants, DatabaseSync, type StatementSync } from 'node:sqlite';
import { ServiceError } from '../../../errors.ts';
import { cannotBeQueried, databaseSays } from '../failures.ts';
import { allowedFunctions } from './allowed-functions.ts';

export interface SqliteQuestion {
  path: string;
  sql: string;
  /** Tables and views that the query may read. */
  tables: readonly string[];
}

/** Opens a file for reading only, with functions of the file's own schema distrusted. */
export function openFile(path: string): DatabaseSync {
  try {
    const database = new DatabaseSync(path, { readOnly: true, enableDoubleQuotedStringLiterals: false });
    database.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; SELECT count(*) FROM sqlite_schema');
    return database;
  } catch (error) {
    throw cannotBeQueried((error as Error).message, 'path', error);
  }
}

/**
 * Prepares one SELECT. SQLite's own parser reports each table that it reads, each function that it calls, and whatever
 * else it would do: only what is allowed is prepared, and the connection then refuses everything else until it ends.
 */
export function prepareQuery(database: DatabaseSync, { sql, tables }: SqliteQuestion): StatementSync {
  const readable = new Set([
    'json_each',
    'json_tree',
    ...tables,
    ...tables.flatMap((table) => tablesBehind(database, table)),
  ]);
  let refusal: string | undefined;
  database.setAuthorizer((action, first, second, schema) => {
    const reason = reasonAgainst(action, { first, second, schema }, readable);
    refusal ??= reason;
    return reason === undefined ? constants.SQLITE_OK : constants.SQLITE_DENY;
  });
  const statement = prepareOne(database, sql, () => refusal);
  statement.setReadBigInts(true);
  statement.setReturnArrays(true);
  return statement;
}

function prepareOne(database: DatabaseSync, sql: string, refusal: () => string | undefined): StatementSync {
  try {
    const statement = database.prepare(sql);
    if (statement.columns().length === 0) throw new ServiceError('query_refused', 'A query is exactly one SELECT.');
    // Text behind the first statement is not prepared, so nothing else can have stood there.
    if (!isWhole(statement.sourceSQL, sql))
      throw new ServiceError('query_refused', 'The text has several statements; a query is exactly one SELECT.');
    return statement;
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    const reason = refusal();
    throw reason === undefined
      ? databaseSays('The database', (error as Error).message)
      : new ServiceError('query_refused', reason);
  }
}

/** What follows the statement may only be blanks and comments. */
function isWhole(prepared: string, sql: string): boolean {
  const rest = sql.slice(sql.indexOf(prepared) + prepared.length);
  return /^(?:[\s;]|--[^\n]*(?:\n|$)|\/\*(?:[^*]|\*(?!\/))*\*\/)*$/.test(rest);
}

/** The tables that a view of the file reads, as SQLite itself reports them. */
function tablesBehind(database: DatabaseSync, name: string): string[] {
  const found = database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'view' AND name = ?").get(name);
  if (found === undefined) return [];
  const read = new Set<string>();
  database.setAuthorizer((action, first) => {
    if (action === constants.SQLITE_READ && first !== null) read.add(first);
    return constants.SQLITE_OK;
  });
  try {
    database.prepare(`SELECT * FROM "${name.replaceAll('"', '""')}"`);
  } finally {
    database.setAuthorizer(null);
  }
  return [...read];
}

interface Action {
  first: string | null;
  second: string | null;
  schema: string | null;
}

/** https://www.sqlite.org/c3ref/c_alter_table.html lists what `first` and `second` are for each action. */
function reasonAgainst(action: number, { first, second, schema }: Action, readable: ReadonlySet<string>) {
  switch (action) {
    case constants.SQLITE_SELECT:
    case constants.SQLITE_RECURSIVE:
      return undefined;
    case constants.SQLITE_READ:
      // Where no column is read, as by count(*), SQLite names no schema.
      if ((schema ?? 'main') === 'main' && first !== null && readable.has(first)) return undefined;
      return `There is no table "${first}" to be read; there are: ${[...readable].slice(0, 20).join(', ') || 'none'}.`;
    case constants.SQLITE_FUNCTION:
      return allowedFunctions.has((second ?? '').toLowerCase()) ? undefined : `The function ${second} is not allowed.`;
    default:
      return 'Only a SELECT may be sent; it reads and changes nothing.';
  }
}
