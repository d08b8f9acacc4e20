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

/** Counts rows by value, or by range of values. */
export async function histogramOf(table: Table, column: Column, signal: AbortSignal): Promise<Bar[]> {
  const place = placeOf(column);
  const sql = place === undefined ? topValues(table, column) : ranges(table, column, place);
  const { rows } = await sibyl.project(table.project).query(sql, {}, { signal });
  if (place === undefined) return rows.map(({ value, n }) => ({ label: String(value), rows: Number(n) }));
  const counts = new Map(rows.map(({ bin, n }) => [Number(bin), Number(n)]));
  return Array.from({ length: bins }, (_, bin) => ({
    label: place.label(place.from + ((place.to - place.from) * bin) / bins),
    rows: counts.get(bin) ?? 0,
  }));
}

interface Place {
  from: number;
  to: number;
  expression: (column: string) => string;
  label: (value: number) => string;
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
    };
  if (type !== 'date' && type !== 'datetime') return undefined;
  return {
    from: Date.parse(String(min)) / 1000,
    to: Date.parse(String(max)) / 1000,
    expression: (column) => `epoch(${column})`,
    label: (value) => new Date(value * 1000).toISOString().slice(0, 10),
  };
}

function ranges(table: Table, { name }: Column, { from, to, expression }: Place): string {
  const column = quoted(name);
  const position = `floor((${expression(column)} - (${from})) * ${bins} / nullif(${to - from}, 0))`;
  return `select least(${bins - 1}, greatest(0, ${position})) as bin, count(*) as n from ${quoted(table.name)} where ${column} is not null group by 1`;
}

function topValues(table: Table, { name }: Column): string {
  const column = quoted(name);
  return `select ${column} as value, count(*) as n from ${quoted(table.name)} where ${column} is not null group by 1 order by 2 desc limit ${mostValues}`;
}
