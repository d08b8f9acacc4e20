import type { ModelOptions, Table } from '@sibyl/sdk';
import type { Column } from './column.ts';

type Rows = Pick<Table, 'columns' | 'row_count'>;

const fewestTimes = 8;

/** The column of times of a table, and the one whose values tell its series apart. */
export function timesOf({ columns, row_count }: Rows): { order_by?: string; group_by?: string } {
  const time = columns.find(({ type, distinct }) => isTime(type) && distinct >= fewestTimes);
  if (time === undefined) return {};
  if (time.distinct >= row_count) return { order_by: time.name };
  // Each series has a row at nearly every time.
  const isSeries = ({ type, distinct }: Column) =>
    type === 'text' &&
    distinct > 1 &&
    row_count <= distinct * time.distinct &&
    row_count > 0.5 * distinct * time.distinct;
  const series = columns.find(isSeries);
  return series ? { order_by: time.name, group_by: series.name } : { order_by: time.name };
}

/**
 * Options of a forecast along a column of times: where a time has several rows and no series tells them apart, their
 * mean.
 */
export function forecastOptions({ columns, row_count }: Rows, order_by: string, group_by?: string): ModelOptions {
  if (group_by !== undefined) return { order_by, group_by: [group_by] };
  const time = columns.find(({ name }) => name === order_by);
  return time !== undefined && time.distinct < row_count ? { order_by, aggregate: 'mean' } : { order_by };
}

/** Dates can be no target. */
export function isTime(type: string | undefined): boolean {
  return type === 'date' || type === 'datetime';
}

/** Whether the next values of a column can be asked for: numbers of a table with times. */
export function isForecastable(table: Table, { type }: Column): boolean {
  return (type === 'integer' || type === 'number') && timesOf(table).order_by !== undefined;
}
