import type { DuckDBConnection } from '@duckdb/node-api';
import { ServiceError } from '../../../errors.ts';
import { duckdbSpelling, readTokens } from '../sql-tokens.ts';
import { allowedFunctions, allowedTableFunctions } from './allowed-functions.ts';
import { refuseLongTexts } from './refuse-long-texts.ts';
import { refused, type Tree } from './syntax-tree.ts';

/** All classes of expressions and sources that a query may contain. */
const allowedClasses = new Set(
  `BETWEEN CASE CAST COLLATE COLUMN_REF COMPARISON CONJUNCTION CONSTANT DEFAULT FUNCTION LAMBDA LAMBDA_REF OPERATOR PARAMETER
  POSITIONAL_REFERENCE STAR SUBQUERY TYPE WINDOW`.split(/\s+/),
);
const allowedSources = new Set(
  'BASE_TABLE COLUMN_DATA EMPTY EXPRESSION_LIST JOIN PIVOT SHOW_REF SUBQUERY TABLE_FUNCTION'.split(' '),
);

/**
 * Proves by its syntax tree that a text is one SELECT over the named tables and harmless functions, and returns the
 * tables that it reads by their real names. This is the first of two protections; the second is DuckDB's own
 * (`openLockedEngine`). Throws `query_refused` or `query_failed`.
 */
export async function guardSql(
  connection: DuckDBConnection,
  sql: string,
  tables: readonly string[],
): Promise<string[]> {
  refuseOpenComment(sql);
  const tree = await parseSql(connection, sql);
  if (tree.error === true) throw refusalOf(tree);
  const statements = tree.statements as unknown[];
  if (statements.length !== 1)
    throw refused(`The text has ${statements.length} statements; a query is exactly one SELECT.`);
  const found: Findings = { tables: new Set(), functions: new Set() };
  inspect(statements[0], new Set(), found);
  refuseFunctions(found.functions);
  return [...new Set([...found.tables].map((name) => resolveTable(name, tables)))];
}

/** DuckDB seeks the end of each of thousands of open comments again, for half a minute. */
function refuseOpenComment(sql: string): void {
  if (/e'/i.test(sql)) return; // such a text may have quotes that are escaped otherwise
  const { open } = readTokens(sql, duckdbSpelling);
  if (open !== undefined && sql.startsWith('/*', open))
    throw new ServiceError(
      'query_failed',
      `The SQL cannot be read: a comment is opened and not closed: ${sql.slice(open, open + 20)}`,
    );
}

async function parseSql(connection: DuckDBConnection, sql: string): Promise<Tree> {
  const statement = await connection.prepare(
    'SELECT json_serialize_sql($1::VARCHAR, skip_empty := true, skip_null := true)',
  );
  statement.bindVarchar(1, sql);
  const reader = await statement.runAndReadAll();
  return JSON.parse(withoutInfinities(String(reader.getRows()[0][0])));
}

/** DuckDB writes infinite constants without quotes, which is invalid JSON. Text inside strings stays unchanged. */
function withoutInfinities(json: string): string {
  return json.replace(/"(?:[^"\\]|\\.)*"|-?(?:Infinity|inf|NaN|nan)/g, (token) =>
    token.startsWith('"') ? token : 'null',
  );
}

function refusalOf(tree: Tree): ServiceError {
  if (tree.error_type === 'not implemented') return refused('Only a SELECT may be sent; it reads and changes nothing.');
  const message = String(tree.error_message);
  return new ServiceError('query_failed', `The SQL cannot be read: ${message}${quotingAdvice(message)}`);
}

/** Most names of a file's columns are no names of SQL. */
function quotingAdvice(message: string): string {
  if (!/^syntax error at or near/i.test(message)) return '';
  return ' (a name with blanks or other signs stands in double quotes: "unit price")';
}

interface Findings {
  /** Names in FROM clauses, as written, that no surrounding WITH defines. */
  tables: Set<string>;
  functions: Set<string>;
}

/** `local`: names defined by surrounding WITH clauses, in lower case. */
function inspect(node: unknown, local: ReadonlySet<string>, found: Findings): void {
  if (Array.isArray(node)) {
    for (const item of node) inspect(item, local, found);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  const { cte_map: withClause, ...rest } = node as Tree;
  if (rest.class !== undefined) noteExpression(rest, found);
  else noteSource(rest, local, found);
  const inner = withClause === undefined ? local : inspectWith(withClause as Tree, local, found);
  for (const [key, child] of Object.entries(rest)) {
    if (key === 'from_table' || key === 'left' || key === 'right' || key === 'source') refuseOddSource(child);
    inspect(child, inner, found);
  }
}

/**
 * Each part of WITH sees the earlier ones, and itself only if it is recursive. Returns the names that the query sees.
 */
function inspectWith({ map = [] }: Tree, around: ReadonlySet<string>, found: Findings): ReadonlySet<string> {
  const local = new Set(around);
  for (const { key, value } of map as { key: string; value: Tree }[]) {
    const name = key.toLowerCase();
    const node = (value.query as Tree | undefined)?.node as Tree | undefined;
    const isRecursive = node?.type === 'RECURSIVE_CTE_NODE' && String(node.cte_name).toLowerCase() === name;
    // In a part that is not recursive, its own name still means the table.
    inspect(value, isRecursive ? new Set(local).add(name) : new Set(local), found);
    local.add(name);
  }
  return local;
}

function noteExpression(tree: Tree, { functions }: Findings): void {
  const { class: kind, function_name } = tree;
  if (!allowedClasses.has(String(kind))) throw refused(`Expressions of kind ${String(kind)} are not allowed.`);
  if (function_name === undefined) return;
  functions.add(String(function_name).toLowerCase());
  refuseLongTexts(tree);
}

/** A source in FROM or on a side of a join; expressions and parts of a UNION occur there too. */
function refuseOddSource(child: unknown): void {
  if (typeof child !== 'object' || child === null || Array.isArray(child)) return;
  const { class: kind, type } = child as Tree;
  if (kind !== undefined || typeof type !== 'string' || type.endsWith('_NODE') || allowedSources.has(type)) return;
  throw refused(`A source of kind ${type} is not allowed in FROM.`);
}

function noteSource(tree: Tree, local: ReadonlySet<string>, found: Findings): void {
  if (tree.type === 'BASE_TABLE') noteTable(tree, local, found);
  if (tree.type === 'TABLE_FUNCTION') noteTableFunction(tree);
  if (tree.type === 'SHOW_REF' && tree.query === undefined)
    throw refused('SHOW is not allowed; DESCRIBE a table instead.');
}

function noteTable(tree: Tree, local: ReadonlySet<string>, { tables }: Findings): void {
  const name = String(tree.table_name);
  if (tree.schema_name !== undefined || tree.catalog_name !== undefined)
    throw refused(`Write the table "${name}" without a schema before it.`);
  if (!local.has(name.toLowerCase())) tables.add(name);
  else refuseSystemName(name);
}

/** A query part has no need of such a name, and the reserved meaning must not depend on our understanding of scopes. */
function refuseSystemName(name: string): void {
  if (/^(?:duckdb|sqlite|pg|pragma)_/i.test(name))
    throw refused(`A part of a query may not be called "${name}": names of the system begin so.`);
}

function noteTableFunction(tree: Tree): void {
  const call = tree.function as Tree;
  const name = String(call.function_name).toLowerCase();
  if (!allowedTableFunctions.has(name)) throw refused(`The function ${name} is not allowed in FROM; name a table.`);
  refuseLongTexts(call);
}

function refuseFunctions(names: ReadonlySet<string>): void {
  for (const name of names)
    if (!allowedFunctions.has(name) && !allowedTableFunctions.has(name))
      throw refused(`The function ${name} is not allowed, or there is none of that name.`);
}

/** SQL ignores case in names, the service does not: an exact match wins over one that differs in case. */
function resolveTable(name: string, tables: readonly string[]): string {
  if (tables.includes(name)) return name;
  const alike = tables.filter((table) => table.toLowerCase() === name.toLowerCase());
  if (alike.length === 1) return alike[0];
  if (alike.length > 1) throw refused(`"${name}" could be ${alike.join(' or ')}; write one of them exactly.`);
  const listed = tables.slice(0, 20).join(', ') || 'none';
  throw new ServiceError('query_failed', `There is no table "${name}" in the project; its tables are: ${listed}.`);
}
