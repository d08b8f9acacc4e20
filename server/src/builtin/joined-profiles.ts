import type { Reading } from '../questions/algebra.ts';
import type { Column } from '../questions/profile.ts';
import { quoteName, quoteTable } from '../questions/words/quoting.ts';
import { holdsRowNumbers } from '../questions/words/row-numbers.ts';
import { type Chosen, chooseJoins, isName, keysAmong } from './choose-joins.ts';
import type { TableSummary } from './grounding.ts';
import type { JoinKey } from './join-keys.ts';

/** Rows of a table with those of others that their keys point to, as one table. */
export interface JoinedProfile extends TableSummary {
  from: string;
  /** The table that each column is of. */
  owners: ReadonlyMap<Column, TableSummary>;
}

export interface Joined extends Chosen {
  table: JoinedProfile;
}

const mostProfiles = 4;
const mostColumns = 60;

/** Returns joined tables that a question may be about, those that say most of it first. */
export function joinProfiles(question: string, tables: readonly TableSummary[]): Joined[] {
  const chosen = chooseJoins(question, tables).slice(0, mostProfiles);
  return chosen.map((one) => ({ ...one, table: joinedOf(one.base, one.joins) }));
}

const profilesKept = new WeakMap<
  readonly Column[],
  Map<string, { targets: readonly TableSummary[]; joined: JoinedProfile }>
>();

function joinedOf(base: TableSummary, joins: readonly JoinKey[]): JoinedProfile {
  const known = profilesKept.get(base.columns) ?? new Map();
  profilesKept.set(base.columns, known);
  const targets = joins.map(({ target }) => target);
  const key = JSON.stringify(joins.map(({ column, target, key: own }) => [column.name, target.name, own.name]));
  const made = known.get(key);
  const isSame = made?.targets.every((one: TableSummary, at: number) => one.columns === targets[at].columns);
  if (made && isSame) return made.joined;
  const joined = join(base, joins);
  known.set(key, { targets, joined });
  return joined;
}

interface Part {
  table: TableSummary;
  alias: string;
  /** For each kept row of the base the row of this table. */
  rows: (readonly unknown[])[];
}

function join(base: TableSummary, joins: readonly JoinKey[]): JoinedProfile {
  const parts: Part[] = [{ table: base, alias: 't0', rows: [...(base.sample ?? [])] }];
  const clauses = [`${quoteTable(base.name)} AS t0`];
  for (const [at, { table, column, target, key }] of joins.entries()) {
    const from = parts.find((part) => part.table === table) as Part;
    const alias = `t${at + 1}`;
    const on = `${from.alias}.${quoteName(column.name)} = ${alias}.${quoteName(key.name)}`;
    clauses.push(`JOIN ${quoteTable(target.name)} AS ${alias} ON ${on}`);
    follow(
      parts,
      { table: target, alias, rows: [] },
      { from, at: table.columns.indexOf(column), key: target.columns.indexOf(key) },
    );
  }
  return profileOf(parts, joins, clauses.join(' '));
}

/** Adds the rows that a key points to; rows without are left out where all rows of the target are known. */
function follow(parts: Part[], added: Part, { from, at, key }: { from: Part; at: number; key: number }): void {
  const byKey = new Map((added.table.sample ?? []).map((row) => [row[key], row]));
  const nothing = added.table.columns.map(() => null);
  const found = from.rows.map((row) => byKey.get(row[at]));
  const kept = found.flatMap((row, place) => (row || !isKnownWhole(added.table) ? [place] : []));
  for (const part of parts) part.rows = kept.map((place) => part.rows[place]);
  parts.push({ ...added, rows: kept.map((place) => found[place] ?? nothing) });
}

function isKnownWhole({ sample, row_count }: TableSummary): boolean {
  return (sample?.length ?? 0) >= row_count;
}

interface Placed {
  part: Part;
  at: number;
  column: Column;
}

function profileOf(parts: readonly Part[], joins: readonly JoinKey[], clauses: string): JoinedProfile {
  const [base] = parts;
  const isWhole = parts.every(({ table }) => isKnownWhole(table));
  const keys = new Set(joins.flatMap(({ column, key }) => (isName(column) ? [key] : [column, key])));
  const all = parts.flatMap((part) => part.table.columns.map((column, at) => ({ part, at, column })));
  const placed = all.filter(({ column }) => !keys.has(column) && column.formula === undefined).slice(0, mostColumns);
  const taken = Map.groupBy(placed, ({ column }) => column.name.toLowerCase());
  const nameOf = ({ part, column: { name } }: Placed) =>
    (taken.get(name.toLowerCase()) as Placed[]).length > 1 ? `${part.table.name} ${name}` : name;
  const columns = placed.map((one) => ({ ...(isWhole ? recounted(one) : one.column), name: nameOf(one) }));
  const selected = placed.map((one) => `${one.part.alias}.${quoteName(one.column.name)} AS ${quoteName(nameOf(one))}`);
  const sample = base.rows.map((_, place) => placed.map(({ part, at }) => part.rows[place][at]));
  return {
    name: parts.map(({ table }) => table.name).join(' '),
    row_count: isWhole ? sample.length : Math.max(base.table.row_count, sample.length + 1),
    columns,
    sample,
    from: `SELECT ${selected.join(', ')} FROM ${clauses}`,
    owners: new Map(placed.map(({ part }, at) => [columns[at], part.table])),
  };
}

/** What is known of a column, counted in the joined rows. */
function recounted({ part, at, column }: Placed): Column {
  const cells = part.rows.flatMap((row) => (row[at] === null ? [] : [row[at]]));
  const counts = Map.groupBy(cells, (cell) => cell);
  const values = [...counts].sort(([, one], [, other]) => other.length - one.length).map(([value]) => value);
  return {
    ...column,
    distinct: counts.size,
    nulls: part.rows.length - cells.length,
    ...(column.values ? { values } : {}),
  };
}

export function sayJoins({ base, joins }: Joined): string {
  const looked = joins.map(({ target, column }) => `${target.name} by ${column.name}`);
  return `I looked up ${looked.join(' and ')} for the rows of ${base.name}.`;
}

/** Whether a reading needs the tables together: columns of others, and columns or the rows of the first. */
export function needsJoin(reading: Reading, { table: { owners }, base, isNamed }: Joined): boolean {
  const used = new Set(columnsIn(reading).flatMap((column) => owners.get(column) ?? []));
  return used.size > 1 || (used.size === 1 && isNamed && !used.has(base));
}

/** Whether a reading tells or works out numbers or codes of rows of other tables, which the question does not ask for. */
export function tellsKeys(reading: Reading, question: string, tables: readonly TableSummary[]): boolean {
  if (tables.length < 2 || /\b(ids?|codes?|keys?|numbers?(?! of))\b/i.test(question)) return false;
  const codes = new Set([...keysAmong(tables).codes].map(({ name }) => name));
  const told = columnsIn([reading.answer, reading.rows.pick]);
  return told.some(({ name }) => codes.has(name)) || worksOutIds(reading.answer);
}

function worksOutIds(answer: Reading['answer']): boolean {
  const measures = answer.kind === 'figure' ? [answer] : 'measure' in answer ? [answer.measure] : [];
  return measures.some((one) => 'field' in one && holdsRowNumbers(one.field.column.name));
}

function columnsIn(part: unknown): Column[] {
  if (Array.isArray(part)) return part.flatMap(columnsIn);
  if (typeof part !== 'object' || part === null) return [];
  return 'column' in part ? [part.column as Column] : Object.values(part).flatMap(columnsIn);
}
