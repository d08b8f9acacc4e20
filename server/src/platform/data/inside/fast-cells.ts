import type { Reading } from '@sibyl/engine/readings/reading.ts';
import { quoteText } from './duckdb.ts';

/**
 * The frequent cells of a column, read by SQL. The engine's reader reads all others, and would read these the same: a test
 * proves it cell by cell.
 */
export interface FastLane {
  /** Whether SQL may read the cell; the value of a cell that fits may still be NULL, then the engine's reader decides. */
  fits: (cell: string) => string;
  value: (cell: string) => string;
}

function matches(cell: string, pattern: string): string {
  return `regexp_full_match(${cell}, ${quoteText(pattern)})`;
}

const whole = '(?:0|[1-9]\\d{0,14})';
const year = '[1-9]\\d{3}';
const clock = '(?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d(?:\\.\\d{1,6})?)?';
const isoDay = `${year}-\\d{2}-\\d{2}`;
const isoMoment = `${isoDay}(?:[T ]${clock})?`;

/** Undefined where the engine reads every cell. */
export function fastLaneOf({ type, decimal, clock: isClock, date_order: order }: Reading): FastLane | undefined {
  switch (type) {
    case 'integer':
      return cast(`-?(?:0|[1-9]\\d{0,18})`, (cell) => `TRY_CAST(${cell} AS BIGINT)`);
    case 'number':
      return isClock ? undefined : numbers(decimal ?? '.');
    case 'date':
    case 'datetime':
      // A time of the day is nothing for a date: the engine's reader is to see it.
      return moments(order ?? 'ymd', type === 'date' ? isoDay : isoMoment);
    default:
      return undefined;
  }
}

function cast(pattern: string, value: (cell: string) => string): FastLane {
  return { fits: (cell) => matches(cell, pattern), value };
}

function numbers(decimal: '.' | ',' | 'either'): FastLane {
  if (decimal === ',') return cast(`-?${whole}(?:,\\d*)?`, (cell) => `TRY_CAST(replace(${cell}, ',', '.') AS DOUBLE)`);
  return cast(decimal === '.' ? `-?${whole}(?:\\.\\d*)?` : `-?${whole}`, (cell) => `TRY_CAST(${cell} AS DOUBLE)`);
}

function moments(order: 'ymd' | 'dmy' | 'mdy', isoPattern: string): FastLane {
  const iso = cast(isoPattern, (cell) => `TRY_CAST(${cell} AS TIMESTAMP)`);
  if (order === 'ymd') return iso;
  const format = order === 'dmy' ? '%d/%m/%Y' : '%m/%d/%Y';
  return cast(
    `\\d{1,2}/\\d{1,2}/${year}|${isoPattern}`,
    (cell) =>
      `CASE WHEN contains(${cell}, '/') THEN try_strptime(${cell}, ${quoteText(format)}) ELSE ${iso.value(cell)} END`,
  );
}
