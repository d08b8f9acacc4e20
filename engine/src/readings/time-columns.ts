import { isBesideWords, rowsOf, withWords } from './beside-words.ts';
import { type Decision, type Requested, settled } from './decision.ts';
import { latestYearOf } from './latest-year.ts';
import { saysDate, saysMonth, saysTime } from './names.ts';
import { note, type ReadingNote } from './notes.ts';
import { isPeriodShape, periodShapes, spellingOf } from './periods.ts';
import type { Reading, TimeShape } from './reading.ts';
import type { SeenCell } from './tally.ts';
import { parseShape } from './time-shapes.ts';

/** The moments between which all cells of a column must lie that is taken for times. */
type Span = readonly [from: number, to: number];
const year = (from: number, to: number): Span => [Date.UTC(from, 0), Date.UTC(to, 0)];
/** What a name and the cells must agree on for a guess, and what a sender may mean by `types`. */
const likely: Record<TimeShape, Span> = {
  month: year(1600, 2400),
  ...{ quarter: year(1600, 2400), half_year: year(1600, 2400), week: year(1600, 2400) },
  yyyymm: year(1900, 2100),
  yyyymmdd: year(1900, 2100),
  yyyymmddhhmmss: year(1900, 2100),
  yyyyddd: year(1900, 2100),
  yyyy: year(0, 0),
  excel: year(1927, 2064),
  unix_s: year(1990, 2050),
  unix_ms: year(1990, 2050),
  unix_us: year(1990, 2050),
  unix_ns: year(1990, 2050),
};
const possible: Record<TimeShape, Span> = {
  ...likely,
  month: year(1, 9999),
  yyyymm: year(1600, 2400),
  yyyymmdd: year(1000, 3000),
  yyyyddd: year(1600, 2400),
  yyyy: year(1000, 3000),
  excel: year(1927, 2201),
  unix_s: year(1900, 4000),
  unix_ms: year(1900, 4000),
  unix_us: year(1900, 4000),
  unix_ns: year(1900, 2262),
};
/** In this order: digits without marks are dates before they are seconds. */
const order: readonly TimeShape[] = [
  ...(['month', ...periodShapes, 'yyyymmdd', 'yyyymm', 'yyyymmddhhmmss', 'yyyyddd', 'yyyy', 'excel'] as const),
  ...(['unix_s', 'unix_ms', 'unix_us', 'unix_ns'] as const),
];
const meanings: Record<TimeShape, string> = {
  month: 'months, each as its first day',
  quarter: 'quarters, each as its first day',
  half_year: 'half-years, each as its first day',
  week: 'weeks, each as its Monday',
  yyyymm: 'months, each as its first day',
  yyyymmdd: 'days',
  yyyyddd: 'years with the number of a day in them',
  yyyymmddhhmmss: 'moments without marks between the parts',
  yyyy: 'years, each as its first day',
  excel: 'the days since 1900 by which a spreadsheet counts',
  unix_s: 'seconds since 1970 UTC',
  unix_ms: 'milliseconds since 1970 UTC',
  unix_us: 'microseconds since 1970 UTC',
  unix_ns: 'nanoseconds since 1970 UTC',
};

/** Returns the shape that all cells have, and in which they are no unlikely times; `limits` says what is unlikely. */
export function findShape(
  cells: readonly SeenCell[],
  among: readonly TimeShape[] = order,
  limits: Record<TimeShape, Span> = likely,
): TimeShape | undefined {
  if (cells.length === 0) return undefined;
  return among.find((shape) => cells.every(({ text }) => isWithin(parseShape(text, shape, {}), limits[shape])));
}

/** Within three years of 1970 a number is rather a small one than a moment. */
function isEarly(time: number): boolean {
  return Math.abs(time) < 1e11;
}

function isWithin(time: number, [from, to]: Span): boolean {
  return time >= from && time < to;
}

/** Reads a column as times where its name and the shape of its cells agree, or where they are quarters or weeks. Texts may be months, numbers anything. */
export function guessTimes(cells: readonly SeenCell[], { name = '', ...requested }: Requested): Decision | undefined {
  const digital = cells.filter(({ text }) => /\d/.test(text));
  const saysSo = saysTime(name) || saysDate(name);
  const shape = findShape(digital, saysSo ? order : periodShapes);
  if (!shape || (shape === 'excel' && (!saysDate(name) || areDaysSince1970(digital)))) return undefined;
  if (shape === 'month' && (areDaysOfMonths(digital) || (digital.some(isMonthOrDay) && !saysMonth(name))))
    return undefined;
  const odd = cells.filter(({ text }) => !/\d/.test(text));
  if (odd.length > 0 && !isBesideWords({ odd, oddRows: rowsOf(odd), rows: rowsOf(cells) }, cells, true))
    return undefined;
  if (isPeriodShape(shape)) return withWords(readPeriods(digital, shape, requested), odd);
  const other = /^\d/.test(digital[0].text) && shape !== 'month' ? 'integer` or `text' : 'text';
  const guess = `a guess by the name and the cells; set the type to \`${other}\` if that is wrong`;
  const { reading, notes } = shaped(digital, shape, { ...requested, name });
  const detail = `cells such as "${digital[0].text}" are read as ${meanings[shape]}: ${guess}`;
  return withWords(settled(reading, [note('time_guessed', detail), ...notes]), odd);
}

/** Cells that name their quarter or week need no name of a column. */
function readPeriods(cells: readonly SeenCell[], shape: TimeShape, requested: Requested): Decision {
  const { reading, notes } = shaped(cells, shape, requested);
  const said = `cells such as "${cells[0].text}" are read as ${meanings[shape]}, which rows of the table show; set the type to \`text\` to keep them as written`;
  return settled(reading, [note('read_as_times', said), ...notes]);
}

/** Days of 2000 that programs count from 1970 are days of 1930 to a spreadsheet: a column of such days alone is neither. */
function areDaysSince1970(cells: readonly SeenCell[]): boolean {
  return cells.every(({ text }) => parseShape(text, 'excel', {}) < Date.UTC(1960, 0));
}

/** `Aug-01` to `Aug-31` are days: nearly all numbers of days occur, or there is one month with many numbers. */
function areDaysOfMonths(cells: readonly SeenCell[]): boolean {
  const parts = cells.map(({ text }) => /^(\p{L}+)(?:\.?[-/ ]|\.)(\d{2})$/u.exec(text));
  if (parts.some((part) => part === null || Number(part[2]) < 1 || Number(part[2]) > 31)) return false;
  const [months, numbers] = [1, 2].map((place) => new Set(parts.map((part) => part?.[place])).size);
  return numbers >= 28 || (months === 1 && numbers > 3);
}

/** `Jan 18` */
function isMonthOrDay({ text }: SeenCell): boolean {
  return /^\p{L}+\.?\s\d{2}$/u.test(text);
}

/** Reads a column that the sender says to be times; undefined when the cells have no such shape in common. */
export function saidTimes(cells: readonly SeenCell[], requested: Requested): Decision | undefined {
  const shape = findShape(cells, order, possible);
  if (!shape || (shape.startsWith('unix') && cells.every(({ text }) => isEarly(parseShape(text, shape, {})))))
    return undefined;
  if (isPeriodShape(shape)) return readPeriods(cells, shape, requested);
  const { reading, notes } = shaped(cells, shape, requested);
  const isPlain = shape === 'yyyymmdd' || shape === 'month';
  const detail = `numbers such as "${cells[0].text}" are read as ${meanings[shape]}`;
  return settled(reading, isPlain ? notes : [note('read_as_times', detail), ...notes]);
}

/** Most rows that may hold no month where the others do. */
const mostOdd = 0.4;

const named: Partial<Record<TimeShape, string>> = { quarter: 'quarters', half_year: 'half-years', week: 'weeks' };

/** A name does not tell months; the sender is told how they become dates. */
export function noteMonths(cells: readonly SeenCell[]): ReadingNote[] {
  const found = (['month', ...periodShapes] as const).map((shape) => noteShape(cells, shape));
  return found.find((notes) => notes.length > 0) ?? [];
}

function noteShape(cells: readonly SeenCell[], shape: TimeShape): ReadingNote[] {
  const odd = cells.filter((cell) => findShape([cell], [shape]) === undefined);
  if (cells.length === 0 || rowsOf(odd) > mostOdd * rowsOf(cells)) return [];
  const example = cells.find((cell) => !odd.includes(cell))?.text;
  if (odd.length === 0) {
    const what = cells.some(isMonthOrDay) ? 'may be months, or days without a year' : 'may be months';
    const detail = `cells such as "${example}" ${what}; set the type to \`date\` to read them as months`;
    return [note('maybe_dates', detail)];
  }
  if (cells.some(isMonthOrDay)) return [];
  const detail = `the column is text because all but ${rowsOf(odd)} of its cells are ${named[shape] ?? 'months'} such as "${example}"; list the odd ones in \`blanks\` and the type \`date\` to read the others so`;
  return [{ ...note('almost_dates', detail), cells: odd.map(({ text }) => text) }];
}

const hasClock: Partial<Record<TimeShape, true>> = {
  ...{ yyyymmddhhmmss: true, unix_s: true, unix_ms: true, unix_us: true, unix_ns: true },
};

function shaped(
  cells: readonly SeenCell[],
  shape: TimeShape,
  requested: Requested,
): Pick<Decision, 'reading' | 'notes'> {
  const isDatetime = hasClock[shape] ?? (shape === 'excel' && cells.some(({ text }) => !/^\d+(?:\.0+)?$/.test(text)));
  const short = cells.filter(({ text }) => shape === 'month' && !/\d{4}/.test(text));
  const { latestYear, notes } = latestYearOf(cells, short, requested);
  const reading: Reading = {
    type: isDatetime ? 'datetime' : 'date',
    blanks: requested.blanks ?? [],
    date_order: 'ymd',
    time_shape: shape,
    ...(isPeriodShape(shape) ? { period_spelling: spellingOf(cells.map(({ text }) => text)) } : {}),
    ...(latestYear === undefined ? {} : { latest_year: latestYear }),
  };
  return { reading, notes };
}
