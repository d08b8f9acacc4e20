import type { DuckDBConnection } from '@duckdb/node-api';
import { ServiceError } from '../../errors.ts';

/** Table functions that only compute. Everything else (files, settings, other queries) is refused by name. */
const tableFunctions = new Set([
  'range',
  'generate_series',
  'unnest',
  'repeat',
  'repeat_row',
  'json_each',
  'json_tree',
]);
/** Scalar functions that look at or act on more than their arguments. */
const forbiddenFunctions = new Set([
  'getenv',
  'getvariable',
  'current_setting',
  'current_query',
  'write_log',
  'sleep_ms',
  'stats',
  'nextval',
  'currval',
  'setseed',
  'json_serialize_sql',
  'json_deserialize_sql',
  'json_serialize_plan',
  'json_execute_serialized_sql',
  'query',
  'query_table',
]);

/**
 * Proves by its syntax tree that a text is one SELECT over the named tables and harmless functions, and gives the tables that
 * it reads, by their real names. This is the first of two locks; the second is the engine's own (`openLockedEngine`).
 * Throws `query_refused` or `query_failed`.
 */
export async function guardSql(
  connection: DuckDBConnection,
  sql: string,
  tables: readonly string[],
): Promise<string[]> {
  const tree = await parseSql(connection, sql);
  if (tree.error === true) throw refusalOf(tree);
  const statements = tree.statements as unknown[];
  if (statements.length !== 1)
    throw refused(`The text has ${statements.length} statements; a query is exactly one SELECT.`);
  const found: Findings = { tables: new Map(), local: new Set(), functions: new Set() };
  inspect(statements[0], found);
  for (const name of found.functions)
    if (forbiddenFunctions.has(name)) throw refused(`The function ${name} is not allowed.`);
  const used = [...found.tables].flatMap(([name, spelling]) => resolveTable(name, spelling, tables, found.local));
  return [...new Set(used)];
}

type Tree = Record<string, unknown>;

async function parseSql(connection: DuckDBConnection, sql: string): Promise<Tree> {
  const statement = await connection.prepare(
    'SELECT json_serialize_sql($1::VARCHAR, skip_empty := true, skip_null := true)',
  );
  statement.bindVarchar(1, sql);
  const reader = await statement.runAndReadAll();
  return JSON.parse(withoutInfinities(String(reader.getRows()[0][0])));
}

/** DuckDB writes infinite constants bare, which JSON does not know. Inside strings everything stays. */
function withoutInfinities(json: string): string {
  return json.replace(/"(?:[^"\\]|\\.)*"|-?(?:Infinity|inf|NaN|nan)/g, (token) =>
    token.startsWith('"') ? token : 'null',
  );
}

function refusalOf(tree: Tree): ServiceError {
  if (tree.error_type === 'not implemented') return refused('Only a SELECT may be sent; it reads and changes nothing.');
  return new ServiceError('query_failed', `The SQL cannot be read: ${String(tree.error_message)}`);
}

function refused(detail: string): ServiceError {
  return new ServiceError('query_refused', detail);
}

interface Findings {
  /** Names in FROM clauses, as written; true where a schema or catalog stands before. */
  tables: Map<string, boolean>;
  /** Names that the query itself gives to its parts (WITH). */
  local: Set<string>;
  functions: Set<string>;
}

function inspect(node: unknown, found: Findings): void {
  if (Array.isArray(node)) {
    for (const item of node) inspect(item, found);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  const tree = node as Tree;
  if (tree.type === 'BASE_TABLE') noteTable(tree, found);
  if (tree.type === 'TABLE_FUNCTION') noteTableFunction(tree);
  if (tree.type === 'SHOW_REF' && tree.query === undefined)
    throw refused('SHOW is not allowed; DESCRIBE a table instead.');
  if (tree.class === 'FUNCTION') found.functions.add(String(tree.function_name).toLowerCase());
  if ('cte_map' in tree) noteLocalNames(tree.cte_map as Tree, found);
  for (const child of Object.values(tree)) inspect(child, found);
}

function noteTable(tree: Tree, { tables }: Findings): void {
  const isQualified = tree.schema_name !== undefined || tree.catalog_name !== undefined;
  const name = String(tree.table_name);
  tables.set(name, (tables.get(name) ?? false) || isQualified);
}

function noteTableFunction(tree: Tree): void {
  const name = String((tree.function as Tree).function_name).toLowerCase();
  if (!tableFunctions.has(name)) throw refused(`The function ${name} is not allowed in FROM; name a table.`);
}

function noteLocalNames(cteMap: Tree, { local }: Findings): void {
  for (const entry of (cteMap.map ?? []) as Tree[]) local.add(String(entry.key).toLowerCase());
}

/** SQL does not tell `Sales` from `sales`; the service does: the exact name goes before the one that differs in case. */
function resolveTable(name: string, isQualified: boolean, tables: readonly string[], local: Set<string>): string[] {
  if (isQualified) throw refused(`Write the table "${name}" without a schema before it.`);
  const alike = tables.filter((table) => table.toLowerCase() === name.toLowerCase());
  if (tables.includes(name)) return [name];
  if (alike.length === 1) return alike;
  if (alike.length > 1) throw refused(`"${name}" could be ${alike.join(' or ')}; write one of them exactly.`);
  if (local.has(name.toLowerCase())) return [];
  const listed = tables.slice(0, 20).join(', ') || 'none';
  throw new ServiceError('query_failed', `There is no table "${name}" in the project; its tables are: ${listed}.`);
}
