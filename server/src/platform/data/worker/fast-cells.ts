import type { Reading } from '@sibyl/engine/readings/reading.ts';
import { quoteText } from './duckdb.ts';

/**
 * Reads the frequent forms of a column's cells in SQL. The engine reads all other cells, and a test proves that both
 * read the same.
 */
export interface FastLane {
  /** SQL that tells whether SQL may read the cell. The value may still be NULL, then the engine decides. */
  fits: (cell: string) => string;
  value: (cell: string) => string;
}

function matches(cell: string, pattern: string): string {
  return `regexp_full_match(${cell}, ${quoteText(pattern)})`;
}

const whole = '(?:0|[1-9]\\d{0,14})';
/** The digits behind the mark that may be kept; the engine sees longer numbers, whose last digits may be lost. */
const shortWhole = '(?:0|[1-9]\\d{0,4})';
const [longFraction, shortFraction] = ['\\d{0,18}', '\\d{0,9}'];
const year = '[1-9]\\d{3}';
const clock = '(?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d(?:\\.\\d{1,6})?)?';
const isoDay = `${year}-\\d{2}-\\d{2}`;
const isoMoment = `${isoDay}(?:[T ]${clock})?`;

/** Undefined when the engine must read every cell. */
export function fastLaneOf(reading: Reading): FastLane | undefined {
  const lane = laneOf(reading);
  return lane && { ...lane, fits: (cell) => lane.fits(cell) + exceptBlanks(cell, reading) };
}

/** Returns the condition that a number or date is not one of the sender's words for no value, such as -999. */
export function exceptBlanks(cell: string, { blanks }: Pick<Reading, 'blanks'>): string {
  return blanks.length === 0 ? '' : ` AND lower(${cell}) NOT IN (${blanks.map(quoteText).join(', ')})`;
}

function laneOf({ type, decimal, clock: isClock, span, date_order: order }: Reading): FastLane | undefined {
  switch (type) {
    case 'integer':
      return cast(`-?(?:0|[1-9]\\d{0,18})`, (cell) => `TRY_CAST(${cell} AS BIGINT)`);
    case 'number':
      return isClock || span ? undefined : numbers(decimal ?? '.');
    case 'date':
    case 'datetime':
      // Excludes a time of day, which the engine must see: it is not a date.
      return moments(order ?? 'ymd', type === 'date' ? isoDay : isoMoment);
    default:
      return undefined;
  }
}

function cast(pattern: string, value: (cell: string) => string): FastLane {
  return { fits: (cell) => matches(cell, pattern), value };
}

function numbers(decimal: '.' | ',' | 'either'): FastLane {
  if (decimal === 'either') return cast(`-?${whole}`, (cell) => `TRY_CAST(${cell} AS DOUBLE)`);
  const mark = decimal === ',' ? ',' : '\\.';
  const pattern = `-?${whole}(?:${mark}${shortFraction})?|-?${shortWhole}${mark}${longFraction}`;
  const bare = (cell: string) => (decimal === ',' ? `replace(${cell}, ',', '.')` : cell);
  return cast(pattern, (cell) => `TRY_CAST(${bare(cell)} AS DOUBLE)`);
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
