import { quoteName, quoteTable } from '../../questions/words/quoting.ts';
import type { ColumnSummary, TableSummary } from '../grounding.ts';
import { findJoinKeys, type JoinKey } from '../join-keys.ts';
import { wordsOfName } from '../words/tokens.ts';
import type { FoundValue } from './found-value.ts';
import type { TableQuery } from './logical-form.ts';

/** Tables that one row leads to, at most this many steps away. */
const mostSteps = 3;
const mostTables = 6;
/** Among more tables, names alone make too many keys look evident. */
const mostJoinable = 24;
const mostColumns = 200;

/** A table with the rows of others that its rows name, each row once. */
export interface JoinedTable extends TableSummary {
  joins: readonly Join[];
  /** The joined column of each column of the tables. */
  columnOf: ReadonlyMap<ColumnSummary, ColumnSummary>;
}

export interface Join {
  table: TableSummary;
  key: JoinKey;
}

/** Kept by the columns of the first table, which the summaries of a version share. */
const kept = new WeakMap<readonly ColumnSummary[], { tables: readonly TableSummary[]; all: JoinedTable[] }>();

/** Returns wide tables for questions that need several: rows of a table, with what their keys point to. */
export function joinTables(tables: readonly TableSummary[]): JoinedTable[] {
  if (tables.length < 2 || tables.length > mostJoinable) return [];
  const [first] = tables;
  const known = kept.get(first.columns);
  if (known && isSame(known.tables, tables)) return known.all;
  const keys = findJoinKeys(tables);
  const all = tables.filter((table) => !isToldBefore(table, tables, keys)).flatMap((table) => joinFrom(table, keys));
  kept.set(first.columns, { tables, all });
  return all;
}

/** Of two tables with one row for each of the other, joined either way, the first is enough. */
function isToldBefore(table: TableSummary, tables: readonly TableSummary[], keys: readonly JoinKey[]): boolean {
  const isUnique = ({ row_count }: TableSummary, { distinct }: ColumnSummary) =>
    row_count > 0 && distinct === row_count;
  return keys.some(
    (key) =>
      key.table === table &&
      tables.indexOf(key.target) < tables.indexOf(table) &&
      table.row_count === key.target.row_count &&
      isUnique(table, key.column) &&
      isUnique(key.target, key.key),
  );
}

function isSame(one: readonly TableSummary[], other: readonly TableSummary[]): boolean {
  return one.length === other.length && one.every(({ columns }, at) => columns === other[at].columns);
}

function joinFrom(table: TableSummary, keys: readonly JoinKey[]): JoinedTable[] {
  const joins = joinsFrom(table, keys);
  if (joins.length === 0) return [];
  const columnOf = new Map<ColumnSummary, ColumnSummary>();
  const taken = new Set(table.columns.map(({ name }) => name.toLowerCase()));
  const foreign = new Set(joins.map(({ key }) => key.key));
  for (const column of table.columns) columnOf.set(column, { ...column, source: sourceOf(table, column) });
  for (const { table: other } of joins)
    for (const column of other.columns) {
      if (foreign.has(column)) continue;
      const name = taken.has(column.name.toLowerCase()) ? `${other.name} ${column.name}` : column.name;
      taken.add(name.toLowerCase());
      columnOf.set(column, { ...column, name, source: sourceOf(other, column), of: other.name });
    }
  for (const { key } of joins) {
    const own = columnOf.get(key.column);
    if (own) columnOf.set(key.key, own);
  }
  const columns = [...new Set(columnOf.values())].slice(0, mostColumns);
  return [{ name: table.name, row_count: table.row_count, columns, from: writeFrom(table, joins), joins, columnOf }];
}

/** Follows keys from the table, each other table once. */
function joinsFrom(table: TableSummary, keys: readonly JoinKey[]): Join[] {
  const joins: Join[] = [];
  const reached = new Set([table]);
  let edge = [table];
  for (let step = 0; step < mostSteps && edge.length > 0; step += 1) {
    const next: TableSummary[] = [];
    for (const key of keys) {
      if (!edge.includes(key.table) || reached.has(key.target) || reached.size >= mostTables) continue;
      reached.add(key.target);
      next.push(key.target);
      joins.push({ table: key.target, key });
    }
    edge = next;
  }
  return joins;
}

function writeFrom(table: TableSummary, joins: readonly Join[]): string {
  const parts = joins.map(
    ({ table: other, key }) =>
      `LEFT JOIN ${quoteTable(other.name)} ON ${sourceOf(key.table, key.column)} = ${sourceOf(key.target, key.key)}`,
  );
  return [quoteTable(table.name), ...parts].join('\n');
}

function sourceOf(table: TableSummary, { name }: ColumnSummary): string {
  return `${quoteTable(table.name)}.${quoteName(name)}`;
}

/** Narrows a table of a question to a joined one. */
export function isJoined(table: TableSummary): table is JoinedTable {
  return 'joins' in table;
}

/** Returns the values found in the tables as values of the joined columns. */
export function foundInJoined(
  { columnOf }: JoinedTable,
  found: ReadonlyMap<TableSummary, readonly FoundValue[]> | undefined,
): FoundValue[] {
  return [...(found?.values() ?? [])].flat().flatMap((one) => {
    const column = columnOf.get(one.column);
    return column ? [{ ...one, column }] : [];
  });
}

/** Returns the column that names the rows of a joined table: of its text columns the one called so, or the first. */
export function labelOf({ table, key }: Join): ColumnSummary {
  const texts = table.columns.filter(
    ({ type, distinct }) => type === 'text' && (distinct ?? 0) >= leastNaming * table.row_count,
  );
  const named = texts.filter(({ name }) => /^(name|title|label)$/.test(wordsOfName(name).at(-1) ?? ''));
  return named[0] ?? texts.find((one) => one !== key.key) ?? key.key;
}

/** Names differ in most rows. */
const leastNaming = 0.8;

/** Returns the columns whose values are keys of other tables. */
export function keysOf(joined: readonly JoinedTable[]): ReadonlySet<ColumnSummary> {
  return new Set(joined.flatMap(({ joins }) => joins.map(({ key }) => key.column)));
}

/**
 * Returns whether a query ranks names by the rows of the table that lists them: "which species was caught most often"
 * counts the catches that name it.
 */
export function ranksNames(query: TableQuery, joined: readonly JoinedTable[]): boolean {
  if (query.shape !== 'figures' || query.order?.measure.of !== 'rows') return false;
  const isListed = joined.some(({ joins }) => joins.some(({ table }) => table.columns === query.table.columns));
  return isListed && query.groups.some(({ column }) => (column.distinct ?? 0) > 0.5 * query.table.row_count);
}

/** Returns whether a query tells or counts keys, where the names behind them are meant. */
export function namesByKey(query: TableQuery, keys: ReadonlySet<ColumnSummary>): boolean {
  if (query.shape === 'values') return keys.has(query.column);
  if (query.shape === 'rows') return query.columns.some((column) => keys.has(column));
  const counted = query.measures.some((measure) => measure.of === 'distinct' && keys.has(measure.column));
  return counted || query.groups.some(({ column }) => keys.has(column));
}
