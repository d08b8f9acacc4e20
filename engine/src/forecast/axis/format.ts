import { type CountFormat, type DecimalYearFormat, writeCount } from './coded-numbers.ts';
import { type PeriodFormat, writePeriod } from './period-format.ts';
import { toLocal } from './zone-clock.ts';

/** How a column writes its times; forecasts are written the same way. */
export type TimeFormat =
  | { style: 'integer' | 'date' }
  /** With a zone, times are those of a clock there, which is put forward in spring and back in autumn. */
  | { style: 'timestamp'; zone: string | null }
  | PeriodFormat
  | CountFormat
  | DecimalYearFormat;

/** Writes a time (milliseconds since 1970 UTC, or an integer) as a cell of its column. */
export function writeTime(format: TimeFormat, time: number): string | number {
  switch (format.style) {
    case 'integer':
      return time;
    case 'date':
      return new Date(time).toISOString().slice(0, -'T00:00:00.000Z'.length);
    case 'timestamp':
      return new Date(format.zone === null ? time : toLocal(format.zone, time)).toISOString();
    case 'period':
      return writePeriod(format, time);
    default:
      return writeCount(format, time);
  }
}

/** Returns whether cells are numbers. */
export function writesNumbers(format: TimeFormat): boolean {
  const { style } = format;
  return (
    style === 'integer' || style === 'count' || style === 'decimal year' || (style === 'period' && format.isNumber)
  );
}
