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
      return format.zone === null ? writeMoment(time) : writeLocal(format.zone, time);
    case 'period':
      return writePeriod(format, time);
    default:
      return writeCount(format, time);
  }
}

/** Whole seconds have no fraction, as in the rows of a table. */
function writeMoment(time: number): string {
  return new Date(time).toISOString().replace('.000Z', 'Z');
}

/** Writes what a clock in the zone shows, with its offset from UTC: in autumn that tells two equal hours apart. */
function writeLocal(zone: string, time: number): string {
  const local = toLocal(zone, time);
  const minutes = Math.round((local - time) / 60_000);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const offset = `${minutes < 0 ? '-' : '+'}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`;
  return writeMoment(local).replace('Z', offset);
}

/** Returns whether cells are numbers. */
export function writesNumbers(format: TimeFormat): boolean {
  const { style } = format;
  return (
    style === 'integer' || style === 'count' || style === 'decimal year' || (style === 'period' && format.isNumber)
  );
}
