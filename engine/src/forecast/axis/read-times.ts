import { TrainingError } from '../../errors.ts';
import { isUsualBlank } from '../../readings/blank.ts';
import { type DateOrder, parseDate } from '../../readings/dates.ts';
import { tallyDates } from '../../readings/tally.ts';
import type { Column } from '../../table.ts';
import type { TimeFormat } from './format.ts';

/** A cell as a time in milliseconds since 1970 UTC (or an integer); NaN when it is not a time. */
export interface TimeReading {
  format: TimeFormat;
  order: DateOrder;
}

const plain = { mark: '', isPadded: false };
const dayMilliseconds = 86_400_000;
/** The furthest moment of the calendar of JavaScript. */
const mostMilliseconds = 8.64e15;

/**
 * Decides how a column writes times and reads them all, NaN for blanks. Throws a TrainingError that names a cell which
 * is not a time.
 */
export function readTimes(column: Column): { reading: TimeReading; times: Float64Array } {
  if (column.type === 'boolean') throw unreadable(column.name, 'true or false');
  if (column.type !== 'text') return readNumbers(column);
  const texts = column.dictionary.filter((text) => !isUsualBlank(text));
  const reading = decideReading(texts);
  const parsed = column.dictionary.map((text) => {
    const time = isUsualBlank(text) ? Number.NaN : readTime(reading, text);
    if (!isUsualBlank(text) && Number.isNaN(time)) throw unreadable(column.name, text);
    return time;
  });
  return { reading, times: Float64Array.from(column.codes, (code) => (code < 0 ? Number.NaN : parsed[code])) };
}

function readNumbers({ name, values, type, reading: settled }: Extract<Column, { values: Float64Array }>) {
  const areMoments = type === 'time';
  const wrong = values.find((value) => Number.isFinite(value) && !areMoments && !Number.isSafeInteger(value));
  if (wrong !== undefined) throw unreadable(name, String(wrong));
  const isWhole = areMoments && values.every((value) => Number.isNaN(value) || value % dayMilliseconds === 0);
  const style = areMoments ? (isWhole ? 'date' : 'timestamp') : 'integer';
  const reading: TimeReading = { format: { ...plain, style }, order: settled?.date_order ?? 'ymd' };
  return { reading, times: values.map((value) => (Number.isFinite(value) ? value : Number.NaN)) };
}

function unreadable(name: string, cell: string): TrainingError {
  const wanted =
    'order_by needs dates such as 2020-01-31, months such as 2020-01, quarters such as 2020-Q1 or whole numbers';
  return new TrainingError(
    'times_unreadable',
    `column \`${name}\` holds "${cell.slice(0, 40)}", which is not a time: ${wanted}`,
    name,
  );
}

const yearPart = /^(\d{4})([-/.])(\d{1,2})$/;
const quarter = /^(\d{4})([-/. ]?Q)([1-4])$/i;

function decideReading(texts: readonly string[]): TimeReading {
  const trimmed = texts.map((text) => text.trim());
  const order = orderOf(trimmed);
  const of = (format: TimeFormat): TimeReading => ({ format, order });
  if (trimmed.every((text) => /^[+-]?\d{1,15}$/.test(text))) return of({ ...plain, style: 'integer' });
  const mark = (pattern: RegExp) => pattern.exec(trimmed[0] ?? '')?.[2] ?? '';
  if (trimmed.every((text) => quarter.test(text)))
    return of({ style: 'quarter', mark: mark(quarter), isPadded: false });
  if (trimmed.every((text) => yearPart.test(text))) return of({ ...decideParts(trimmed), mark: mark(yearPart) });
  const isWhole = trimmed.every((text) => parseDate(text, order) % dayMilliseconds === 0);
  return of({ ...plain, style: isWhole ? 'date' : 'timestamp' });
}

/**
 * 1981-1 to 1981-4 are quarters when all of several years have the numbers 1 to 4 and no others; otherwise the second
 * number is a month.
 */
function decideParts(texts: readonly string[]): Pick<TimeFormat, 'style' | 'isPadded'> {
  const parts = new Set(texts.map((text) => yearPart.exec(text)?.[3]));
  const years = new Set(texts.map((text) => text.slice(0, 4)));
  const isPadded = ![...parts].some((part) => part?.length === 1);
  const isQuarter = parts.size === 4 && ['1', '2', '3', '4'].every((part) => parts.has(part));
  return isQuarter && years.size > 1 ? { style: 'quarter', isPadded } : { style: 'month', isPadded };
}

/** Reads a text as its column writes times; NaN when it is not a time. */
export function readTime({ format, order }: TimeReading, text: string): number {
  const trimmed = text.trim();
  if (format.style === 'integer') return /^[+-]?\d{1,15}$/.test(trimmed) ? Number(trimmed) : Number.NaN;
  if (format.style !== 'quarter') return within(readDate(trimmed, order));
  const [, year, , part] = quarter.exec(trimmed) ?? yearPart.exec(trimmed) ?? [];
  const number = Number(part);
  return number >= 1 && number <= 4 ? Date.UTC(Number(year), number * 3 - 3) : within(readDate(trimmed, order));
}

/** Returns the order of day and month; an ambiguous date is read with the month first. */
function orderOf(texts: readonly string[]): DateOrder {
  const tally = tallyDates(
    texts.map((text) => ({ text, count: 1 })),
    true,
  );
  if (!tally || tally.ordered === 0) return 'ymd';
  return tally.dayFirstOnly > tally.monthFirstOnly ? 'dmy' : 'mdy';
}

/** Reads a date; here months may also be written as 1981-1 and 1981/01. */
function readDate(text: string, order: DateOrder): number {
  const [, year, , month] = yearPart.exec(text) ?? [];
  const isMonth = Number(month) >= 1 && Number(month) <= 12;
  return isMonth ? Date.UTC(Number(year), Number(month) - 1) : parseDate(text, order);
}

function within(time: number): number {
  return Math.abs(time) <= mostMilliseconds ? time : Number.NaN;
}
