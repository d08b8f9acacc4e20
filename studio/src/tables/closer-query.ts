import type { Table } from '@sibyl/sdk';
import { sibyl } from '../shared/client.ts';
import { quoted } from '../shared/quoted.ts';
import type { Column } from './column.ts';

/** Pairs grow with the square of the columns. */
const mostColumns = 40;

export interface Pair {
  one: string;
  other: string;
  correlation: number;
}

export function numbersOf({ columns }: Pick<Table, 'columns'>): Column[] {
  return columns.filter(({ type, distinct }) => (type === 'integer' || type === 'number') && distinct > 1);
}

/** Correlates all pairs of columns of numbers, the strongest first. */
export async function correlationsOf(table: Table, signal: AbortSignal): Promise<Pair[]> {
  const names = numbersOf(table)
    .slice(0, mostColumns)
    .map(({ name }) => name);
  const pairs = names.flatMap((one, place) => names.slice(place + 1).map((other) => ({ one, other })));
  if (pairs.length === 0) return [];
  const figures = pairs.map(({ one, other }, place) => `corr(${quoted(one)}, ${quoted(other)}) as c${place}`);
  const sql = `select ${figures.join(', ')} from ${quoted(table.name)}`;
  const [row] = (await sibyl.project(table.project).query(sql, {}, { signal })).rows as Record<string, unknown>[];
  return pairs
    .map((pair, place) => ({ ...pair, correlation: Number(row[`c${place}`] ?? Number.NaN) }))
    .filter(({ correlation }) => Number.isFinite(correlation))
    .toSorted((a, b) => Math.abs(b.correlation) - Math.abs(a.correlation));
}

export interface Duplicates {
  /** Rows beyond the first of their kind. */
  repeated: number;
  most: Record<string, unknown>[];
}

/** Name of the column that counts; no column of the table has it. */
export const times = '\u200btimes';

/** Counts rows that repeat another one, and finds those that do so most. */
export async function duplicatesOf({ project, name }: Table, signal: AbortSignal): Promise<Duplicates> {
  const grouped = `(select count(*) as ${quoted(times)}, * from ${quoted(name)} group by all having count(*) > 1)`;
  const handle = sibyl.project(project);
  const total = `select coalesce(sum(${quoted(times)} - 1), 0) as n from ${grouped}`;
  const shown = `select * from ${grouped} order by ${quoted(times)} desc limit 5`;
  const [counted, most] = await Promise.all([total, shown].map((sql) => handle.query(sql, {}, { signal })));
  return { repeated: Number((counted.rows[0] as { n: unknown }).n), most: most.rows as Record<string, unknown>[] };
}
