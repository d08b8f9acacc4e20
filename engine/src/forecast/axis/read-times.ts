import { TrainingError } from '../../errors.ts';
import { isUsualBlank } from '../../readings/blank.ts';
import { type DateOrder, needsOrder, parseDate } from '../../readings/dates.ts';
import { createCellParser } from '../../readings/parse-cell.ts';
import type { Reading, TimeShape } from '../../readings/reading.ts';
import { tallyDates } from '../../readings/tally.ts';
import type { Column } from '../../table.ts';
import { type CodedFormat, decideCode, readCode } from './coded-numbers.ts';
import type { TimeFormat } from './format.ts';
import { describeCode, describePeriods } from './name-guess.ts';
import { decidePeriods, formatOf, readPeriodCell } from './period-format.ts';
import { dayMilliseconds } from './step.ts';
import { momentsOf } from './zone-clock.ts';

/** How a column writes times, and how its cells are read where these were dates before they were ordered. */
export interface TimeReading {
  format: TimeFormat;
  order: DateOrder;
  latestYear?: number;
  shape?: TimeShape;
}

/** The times of a column, and what was guessed of them, as sentences. */
export interface ReadTimes {
  reading: TimeReading;
  times: Float64Array;
  guesses: string[];
}

/** The furthest moment of the calendar of JavaScript. */
const mostMilliseconds = 8.64e15;
const withOffset = /:\d{2}(?:[.,]\d+)?\s*[+-]\d{2}:?\d{2}$/;
const wholeNumber = /^[+-]?\d{1,19}$/;
const plainNumber = /^[+-]?\d{1,19}(?:\.\d{1,17})?$/;

/**
 * Decides how a column writes times and reads them all, NaN for blanks. Throws a TrainingError that names a cell which
 * is not a time.
 */
export function readTimes(column: Column): ReadTimes {
  if (column.type === 'boolean') throw unreadable(column.name, 'true or false');
  if (column.type !== 'text') return readNumbers(column);
  const cells = column.dictionary.map((text) => text.trim());
  const filled = cells.filter((text) => !isUsualBlank(text));
  const { reading, guesses } = decideReading(filled, column.name);
  const parsed = cells.map((text) => {
    const time = isUsualBlank(text) ? Number.NaN : readTime(reading, text);
    if (!isUsualBlank(text) && Number.isNaN(time)) throw unreadable(column.name, text);
    return time;
  });
  return { reading, guesses, times: Float64Array.from(column.codes, (code) => (code < 0 ? Number.NaN : parsed[code])) };
}

function readNumbers({ name, values, type, reading: settled }: Extract<Column, { values: Float64Array }>): ReadTimes {
  const order = settled?.date_order ?? 'ymd';
  const known = values.filter(Number.isFinite);
  if (type === 'time') {
    const format = formatOf(settled) ?? decideClock(known);
    return {
      reading: { format, ...partsOf(settled), order },
      guesses: [],
      times: values.map((value) => (Number.isFinite(value) ? value : Number.NaN)),
    };
  }
  const { reading, guesses } = decideNumbers(known, name, order);
  const times = values.map((value) => {
    if (!Number.isFinite(value)) return Number.NaN;
    const time = readNumber(reading.format, value);
    if (Number.isNaN(time)) throw unreadable(name, String(value));
    return time;
  });
  return { reading, guesses, times };
}

function partsOf({ latest_year: latestYear, time_shape: shape }: Partial<Reading> = {}): Partial<TimeReading> {
  return { ...(latestYear === undefined ? {} : { latestYear }), ...(shape === undefined ? {} : { shape }) };
}

function unreadable(name: string, cell: string): TrainingError {
  const wanted =
    'order_by needs dates such as 2020-01-31, months such as 2020-01 or Jan-20, quarters such as 2020-Q1, weeks such as 2020-W01 or whole numbers, written alike in all rows and with their year';
  return new TrainingError(
    'times_unreadable',
    `column \`${name}\` holds "${cell.slice(0, 40)}", which is not a time: ${wanted}`,
    name,
  );
}

type Decided = Omit<ReadTimes, 'times'>;

/** Throws where none of some cells of a column is a time in any spelling. */
export function refuseUnreadable(name: string, cells: readonly string[]): void {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => !isUsualBlank(cell));
  const isTime = (cell: string) =>
    plainNumber.test(cell) || !Number.isNaN(readTime(decideReading([cell], name).reading, cell));
  if (filled.length > 0 && !filled.some(isTime)) throw unreadable(name, filled[0]);
}

function decideReading(texts: readonly string[], name: string): Decided {
  if (texts.every((text) => plainNumber.test(text))) return decideNumbers(texts.map(Number), name, 'ymd');
  const periods = decidePeriods(texts);
  if (periods)
    return { reading: { format: periods.format, order: 'ymd' }, guesses: describePeriods(periods, name, texts) };
  const { order, guesses } = decideOrder(texts, name);
  const times = texts.map((text) => parseDate(text, order));
  return { reading: { format: decideClock(times), order }, guesses };
}

function decideClock(times: Iterable<number>): TimeFormat {
  for (const time of times) if (time % dayMilliseconds !== 0) return { style: 'timestamp', zone: null };
  return { style: 'date' };
}

function decideNumbers(values: Iterable<number>, name: string, order: DateOrder): Decided {
  const distinct = [...new Set(values)];
  const format = decideCode(distinct, name);
  if (!format) return { reading: { format: { style: 'integer' }, order }, guesses: [] };
  return { reading: { format, order }, guesses: [describeCode(format, name, distinct[0])] };
}

/**
 * Reads a text as its column writes times: in milliseconds since 1970 UTC, or as an integer; NaN when it is not a time.
 */
export function readTime(reading: TimeReading, text: string): number {
  const { format } = reading;
  const trimmed = text.trim();
  if (format.style === 'integer') return wholeNumber.test(trimmed) ? readNumber(format, Number(trimmed)) : Number.NaN;
  if (plainNumber.test(trimmed) && isCoded(format)) return readNumber(format, Number(trimmed));
  // Tables write local times with a Z; only an offset makes them moments.
  if (format.style === 'timestamp' && format.zone !== null && !withOffset.test(trimmed))
    return momentsOf(format.zone, readDate(reading, trimmed)).at(0) ?? Number.NaN;
  const period = format.style === 'period' ? readPeriodCell(format, trimmed) : Number.NaN;
  return Number.isNaN(period) ? readDate(reading, trimmed) : period;
}

/** Reads a date as the column of the table does, so that `Jan-22` and 1700000000 mean what they mean there. */
function readDate({ order, latestYear, shape }: TimeReading, text: string): number {
  const reading = { type: 'date', blanks: [], date_order: order, latest_year: latestYear, time_shape: shape } as const;
  return within(createCellParser(reading)(text));
}

function isCoded(format: TimeFormat): format is CodedFormat {
  return format.style === 'count' || format.style === 'decimal year' || (format.style === 'period' && format.isNumber);
}

function readNumber(format: TimeFormat, value: number): number {
  if (isCoded(format)) return within(readCode(format, value));
  return format.style === 'integer' && Number.isSafeInteger(value) ? value : Number.NaN;
}

/** Decides the order of day and month; dates that all fit both are read with the month first, which is said. */
function decideOrder(texts: readonly string[], name: string): { order: DateOrder; guesses: string[] } {
  const tally = tallyDates(
    texts.map((text) => ({ text, count: 1 })),
    true,
  );
  if (!tally || tally.ordered === 0) return { order: 'ymd', guesses: [] };
  const { dayFirstOnly, monthFirstOnly } = tally;
  if (dayFirstOnly > monthFirstOnly) return { order: 'dmy', guesses: [] };
  const example = texts.find((text) => needsOrder(text))?.slice(0, 40);
  const guess = `dates such as "${example}" in \`${name}\` could have the day or the month first: they are read with the month first; import the table with \`date_order\` \`dmy\` for the other`;
  return { order: 'mdy', guesses: monthFirstOnly > 0 ? [] : [guess] };
}

function within(time: number): number {
  return Math.abs(time) <= mostMilliseconds ? time : Number.NaN;
}
