import { quoted } from '../shared/quoted.ts';

export type Row = Record<string, unknown>;

const pastShown = 60;
const isoDate = /^\d{4}-\d\d-\d\d(?:$|T)/;
const truncated = new Set(['hour', 'day', 'week', 'month', 'quarter', 'year']);

interface Past {
  table: string;
  time: string;
  target: string;
  series: Row;
  /** What several rows of one time become, and the step that the model found. */
  aggregate?: string | undefined;
  step?: string | undefined;
  /** A time as the model answers it. */
  example: string;
}

/** Asks for the last times of a series and their values, the newest first. */
export function pastQuery({ table, time, target, series, aggregate, step = '', example }: Past): string {
  const name = quoted(time);
  const at = aggregate && isoDate.test(example) && truncated.has(step) ? `date_trunc('${step}', ${name})` : name;
  // Words such as `Jan 19` or `Q1 2022` sort by letters, so the order of the table tells more.
  const order = /^\d/.test(example) ? 'time' : 'place';
  const rows = `(select *, row_number() over () as "row place" from ${quoted(table)})`;
  const where = Object.entries(series).map(([column, value]) => `${quoted(column)} ${isValue(value)}`);
  const filter = where.length > 0 ? ` where ${where.join(' and ')}` : '';
  const values = aggregate
    ? `${aggregated(aggregate, quoted(target))} as value, max("row place") as place from ${rows}${filter} group by 1`
    : `${quoted(target)} as value, "row place" as place from ${rows}${filter}`;
  return `select time, value from (select ${at} as time, ${values}) order by ${order} desc limit ${pastShown}`;
}

function aggregated(how: string, target: string): string {
  if (how === 'count') return `count(${target})`;
  if (how === 'last') return `arg_max(${target}, "row place")`;
  return `${how === 'mean' ? 'avg' : 'sum'}(${target})`;
}

function isValue(value: unknown): string {
  if (value === null) return 'is null';
  return typeof value === 'number' ? `= ${value}` : `= '${String(value).replaceAll("'", "''")}'`;
}

/** Draws a forecast with its bounds after the past of its series. */
export function fanOf(past: readonly Row[], next: readonly Row[], time: string, target: string): object {
  const ahead = next.map((row) => ({
    time: row[time],
    value: row[target],
    low: row[`${target}_min`],
    high: row[`${target}_max`],
  }));
  const x = { field: 'time', title: time, ...axisOf(ahead[0]?.time, [...past, ...ahead]) };
  const y = { field: 'value', type: 'quantitative', title: target, scale: { zero: false } };
  return {
    layer: [
      {
        data: { values: ahead },
        mark: { type: 'area', opacity: 0.25 },
        encoding: { x, y: { ...y, field: 'low' }, y2: { field: 'high' } },
      },
      { data: { values: past }, mark: { type: 'line', color: '#868e96' }, encoding: { x, y } },
      { data: { values: ahead }, mark: { type: 'line', point: true }, encoding: { x, y } },
    ],
  };
}

/** A browser reads `Jan 23` as a day of 2001: only ISO dates are times, all other texts stand in their order. */
export function axisOf(example: unknown, rows: readonly Row[]): object {
  // A year is no amount: it has neither parts nor thousands.
  const axis = Number.isInteger(example) ? { axis: { format: 'd', tickMinStep: 1 } } : {};
  if (typeof example === 'number') return { type: 'quantitative', scale: { zero: false }, ...axis };
  if (isoDate.test(String(example))) return { type: 'temporal' };
  return { type: 'ordinal', sort: [...new Set(rows.map((row) => row.time))], axis: { labelOverlap: true } };
}
