import { ServiceError } from '../../../errors.ts';
import type { TableName } from '../engine.ts';
import { allowedFunctions, allowedOperators, allowedTypes, allowedValueWords } from './allowed-words.ts';
import { grammar } from './grammar.ts';

const mostCharacters = 50_000;
/** The parser recurses, so a query with more tokens could overflow its stack. */
const mostTokens = 2000;

/**
 * Proves with PostgreSQL's own parser that a text is one SELECT over the tables, with functions, operators and types
 * that only compute. `tables` of the schema `ownSchema` may be named without it. The same text is executed afterwards.
 * @throws ServiceError `query_refused`, `query_failed`
 */
export async function guardSql(sql: string, tables: readonly TableName[], ownSchema: string): Promise<void> {
  const statements = await parseSql(sql);
  if (statements.length !== 1)
    throw refused(`The text has ${statements.length} statements; a query is exactly one SELECT.`);
  const inspection: Inspection = { tables, ownSchema };
  inspectNode(statements[0], inspection, new Set());
}

type Tree = Readonly<Record<string, unknown>>;
/** Names that the query defines itself, visible at one place of it. */
type Scope = ReadonlySet<string>;

interface Inspection {
  tables: readonly TableName[];
  ownSchema: string;
}

async function parseSql(sql: string): Promise<unknown[]> {
  if (sql.includes('\0')) throw refused('The text holds a NUL character.');
  if (sql.length > mostCharacters) throw refused(`The text is longer than ${mostCharacters} characters.`);
  if (sql.trim() === '') throw new ServiceError('query_failed', 'The text is empty; a query is exactly one SELECT.');
  const { loadModule, parseSync, scanSync } = await import('libpg-query'); // 2 MB of WebAssembly
  await loadModule();
  try {
    if (scanSync(sql).tokens.length > mostTokens)
      throw refused(`The query has more than ${mostTokens} words and signs.`);
    return (parseSync(sql).stmts ?? []).map(({ stmt }) => stmt);
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw new ServiceError('query_failed', `The SQL cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

function refused(detail: string): ServiceError {
  return new ServiceError('query_refused', detail);
}

/** Inspects a node as the parser wraps it (`{Type: fields}`), a list of nodes, or nothing. */
function inspectNode(node: unknown, inspection: Inspection, scope: Scope): void {
  if (Array.isArray(node)) {
    for (const item of node) inspectNode(item, inspection, scope);
    return;
  }
  for (const [type, fields] of Object.entries(node as Tree)) inspectTyped(type, fields as Tree, inspection, scope);
}

function inspectTyped(type: string, fields: Tree, inspection: Inspection, outer: Scope): void {
  const known = grammar[type];
  if (known === undefined) throw refusedNode(type);
  const scope = type === 'SelectStmt' ? scopeWithin(fields, inspection, outer) : outer;
  judges[type]?.(fields, inspection, scope);
  for (const [field, value] of Object.entries(fields)) {
    if (field === 'location' || (type === 'SelectStmt' && field === 'withClause')) continue;
    const kind = Object.hasOwn(known, field) ? known[field] : undefined;
    if (kind === undefined) throw refused(`This form of ${wordsOf(type)} is not allowed (${wordsOf(field)}).`);
    if (kind === '*') inspectNode(value, inspection, scope);
    else if (kind !== '') inspectTyped(kind, value as Tree, inspection, scope);
  }
}

function refusedNode(type: string): ServiceError {
  if (type === 'ParamRef') return new ServiceError('query_failed', 'The query has placeholders; write the values.');
  if (type.endsWith('Stmt')) return refused('Only a SELECT may be sent; it reads and changes nothing.');
  return refused(`${wordsOf(type)} is not allowed.`);
}

/** `CurrentOfExpr` -> `current of expr`. */
function wordsOf(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
}

/** Inspects WITH and returns the names that are visible in the statement. */
function scopeWithin({ withClause }: Tree, inspection: Inspection, outer: Scope): Scope {
  if (withClause === undefined) return outer;
  const { ctes, recursive, ...rest } = withClause as { ctes: { CommonTableExpr: Tree }[]; recursive?: boolean };
  if (Object.keys(rest).some((field) => field !== 'location')) throw refusedNode('WithClause');
  const names = ctes.map(({ CommonTableExpr: { ctename } }) => String(ctename));
  const seen = new Set(recursive ? [...outer, ...names] : outer);
  for (const [index, cte] of ctes.entries()) {
    inspectNode(cte, inspection, new Set(seen));
    seen.add(names[index]);
  }
  return seen;
}

type Judge = (fields: Tree, inspection: Inspection, scope: Scope) => void;

/** Checks beyond the grammar. */
const judges: Record<string, Judge> = {
  RangeVar: judgeTable,
  FuncCall: ({ funcname }) => requireBuiltIn('function', funcname, allowedFunctions),
  TypeName: ({ names }) => requireBuiltIn('type', names, allowedTypes),
  A_Expr: ({ name }) => requireOperator(name),
  SubLink: ({ operName }) => requireOperator(operName ?? []),
  SQLValueFunction({ op }) {
    if (!allowedValueWords.has(String(op))) throw refused(`The word ${wordsOf(String(op).slice(6))} is not allowed.`);
  },
};

function judgeTable({ schemaname, relname }: Tree, { tables, ownSchema }: Inspection, scope: Scope): void {
  const name = String(relname);
  if (schemaname === undefined && scope.has(name)) return;
  // PostgreSQL searches its own catalog before any schema.
  const schema = schemaname === undefined && !name.startsWith('pg_') ? ownSchema : schemaname;
  if (tables.some((table) => table.name === name && table.schema === schema)) return;
  const listed = tables.map((table) => (table.schema === ownSchema ? table.name : `${table.schema}.${table.name}`));
  const shown = listed.slice(0, 20).join(', ') || 'none';
  throw refused(`There is no table "${schemaname ? `${schemaname}.` : ''}${name}" to be read; there are: ${shown}.`);
}

function namesOf(list: unknown): string[] {
  return (list as { String?: { sval?: string } }[]).map((item) => item.String?.sval ?? '');
}

function requireBuiltIn(what: string, list: unknown, allowed: ReadonlySet<string>): void {
  const names = namesOf(list);
  const own = names.length === 2 && names[0] === 'pg_catalog' ? names.slice(1) : names;
  if (own.length !== 1 || !allowed.has(own[0])) throw refused(`The ${what} ${names.join('.')} is not allowed.`);
}

function requireOperator(list: unknown): void {
  const names = namesOf(list);
  const [operator, ...more] = names[0] === 'pg_catalog' ? names.slice(1) : names;
  if (operator === undefined) return;
  if (more.length > 0 || !allowedOperators.has(operator.replace(/^(?:NOT )?BETWEEN(?: SYMMETRIC)?$/, 'BETWEEN')))
    throw refused(`The operator ${names.join('.')} is not allowed.`);
}
