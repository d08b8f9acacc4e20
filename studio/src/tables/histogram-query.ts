import type { Table } from '@sibyl/sdk';
import { sibyl } from '../shared/client.ts';
import { figure } from '../shared/format.ts';
import { quoted } from '../shared/quoted.ts';
import type { Column } from './column.ts';

export interface Bar {
  label: string;
  rows: number;
}

const bins = 24;
const mostValues = 8;

/** How the values of a column are distributed. */
export interface Distribution {
  bars: Bar[];
  /** Of quantities, in words. */
  quartiles?: Record<'low' | 'median' | 'high', string> & { mean: string | undefined };
  /** The most frequent values, unless the bars are ranges. */
  top: Bar[];
}

/** Counts rows by value, or by range of values. */
export async function distributionOf(table: Table, column: Column, signal: AbortSignal): Promise<Distribution> {
  const place = placeOf(column);
  const sql = place === undefined ? topValues(table, column) : ranges(table, column, place);
  const { rows } = await sibyl.project(table.project).query(sql, {}, { signal });
  if (place === undefined) {
    const bars = rows.map(({ value, n }) => ({ label: String(value), rows: Number(n) }));
    return { bars, top: bars };
  }
  const counts = new Map(rows.map(({ bin, n }) => [Number(bin ?? -1), Number(n)]));
  const bars = Array.from({ length: bins }, (_, bin) => ({
    label: place.label(place.from + ((place.to - place.from) * bin) / bins),
    rows: counts.get(bin) ?? 0,
  }));
  const all = rows.find(({ bin }) => bin === null);
  return all ? { bars, top: [], quartiles: quartilesOf(all, place) } : { bars, top: [] };
}

function quartilesOf(all: Record<string, unknown>, { say, isTime }: Place): NonNullable<Distribution['quartiles']> {
  const [low, median, high] = ['low', 'median', 'high'].map((name) => say(Number(all[name])));
  return { low, median, high, mean: isTime ? undefined : say(Number(all.mean)) };
}

interface Place {
  from: number;
  to: number;
  expression: (column: string) => string;
  label: (value: number) => string;
  say: (value: number) => string;
  isTime: boolean;
}

/** Returns a value as a number; undefined for columns that are not quantities. */
function placeOf({ type, min, max, distinct }: Column): Place | undefined {
  if (distinct <= mostValues || min === null) return undefined;
  if (type === 'integer' || type === 'number')
    return {
      from: Number(min),
      to: Number(max),
      expression: (column) => `cast(${column} as double)`,
      label: (value) => `≥ ${figure(value)}`,
      say: (value) => figure(value),
      isTime: false,
    };
  const day = (value: number) => new Date(value * 1000).toISOString().slice(0, 10);
  if (type !== 'date' && type !== 'datetime') return undefined;
  return {
    from: Date.parse(String(min)) / 1000,
    to: Date.parse(String(max)) / 1000,
    expression: (column) => `epoch(${column})`,
    label: day,
    say: day,
    isTime: true,
  };
}

/** One query for the bars and, in its row without a bin, the quartiles. */
function ranges(table: Table, { name }: Column, { from, to, expression, isTime }: Place): string {
  // As the service's own profile: no day between two days of the column.
  const quantile = isTime ? 'quantile_disc' : 'quantile_cont';
  const value = expression(quoted(name));
  const position = `floor((value - (${from})) * ${bins} / nullif(${to - from}, 0))`;
  return `with given as (select ${value} as value from ${quoted(table.name)} where ${quoted(name)} is not null)
select least(${bins - 1}, greatest(0, ${position})) as bin, count(*) as n, null as low, null as median, null as high, null as mean from given group by 1
union all select null, count(*), ${quantile}(value, 0.25), ${quantile}(value, 0.5), ${quantile}(value, 0.75), avg(value) from given`;
}

function topValues(table: Table, { name }: Column): string {
  const column = quoted(name);
  return `select ${column} as value, count(*) as n from ${quoted(table.name)} where ${column} is not null group by 1 order by 2 desc limit ${mostValues}`;
}
