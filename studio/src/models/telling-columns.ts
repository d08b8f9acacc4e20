import type { Table } from '@sibyl/sdk';
import { sibyl } from '../shared/client.ts';
import { quoted } from '../shared/quoted.ts';
import { numbersOf } from '../tables/closer-query.ts';

export interface Telling {
  column: string;
  /** Of the target's variance, or of the rows that the most frequent class gets wrong. */
  share: number;
  /** Whether it may be a part of a sum that the target is. */
  isPart: boolean;
}

/** As much of the target in one column is seldom known beforehand. */
const muchOfIt = 0.75;
const shown = 3;
/** What is next to nothing of it is in another unit. */
const leastPart = 0.1;
/** Each column takes a look at all rows. */
const mostColumns = 60;
const mostClasses = 50;
const mostValues = 200;

/** Returns the columns that alone tell most of a target, the most telling first. */
export async function telling(table: Table, target: string, signal: AbortSignal): Promise<Telling[]> {
  const isNumber = numbersOf(table).some(({ name, distinct }) => name === target && distinct > 2);
  const sql = isNumber ? ofNumbers(table, target) : ofClasses(table, target);
  if (sql === undefined) return [];
  const { rows } = await sibyl.project(table.project).query(sql, {}, { signal });
  return (rows as Record<string, unknown>[])
    .map(({ name, share, part }) => ({ column: String(name), share: Number(share ?? 0), isPart: part === true }))
    .filter(({ share }) => share >= muchOfIt)
    .toSorted((a, b) => b.share - a.share)
    .slice(0, shown);
}

function ofNumbers(table: Table, target: string): string | undefined {
  const others = numbersOf(table).filter(({ name }) => name !== target);
  const value = quoted(target);
  return union(
    others.map(({ name }) => {
      const one = quoted(name);
      const part = `bool_and(${one} between 0 and ${value}) and avg(${one}) > ${leastPart} * avg(${value})`;
      return `select ${text(name)} as name, corr(${one}, ${value}) ** 2 as share, ${part} as part from ${quoted(table.name)}`;
    }),
  );
}

/** How many of the rows that the most frequent class misses are right when each value says its own. */
function ofClasses({ name: table, columns }: Table, target: string): string | undefined {
  const classes = columns.find(({ name }) => name === target)?.distinct ?? 0;
  if (classes < 2 || classes > mostClasses) return undefined;
  const known = `from ${quoted(table)} where ${quoted(target)} is not null`;
  const most = `(select max(n) from (select count(*) as n ${known} group by ${quoted(target)}))`;
  const all = `(select count(*) ${known})`;
  return union(
    columns
      .filter(({ name, distinct }) => name !== target && distinct > 1 && distinct <= mostValues)
      .map(({ name }) => {
        const groups = `select ${quoted(name)} as value, count(*) as n ${known} group by 1, ${quoted(target)}`;
        const right = `(select sum(best) from (select max(n) as best from (${groups}) group by value))`;
        return `select ${text(name)} as name, (${right} - ${most}) / nullif(${all} - ${most}, 0) as share, false as part`;
      }),
  );
}

function union(parts: string[]): string | undefined {
  return parts.length === 0 ? undefined : parts.slice(0, mostColumns).join('\nunion all ');
}

function text(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}
