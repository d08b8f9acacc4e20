import { isPeriodShape } from '../../readings/periods.ts';
import type { Reading } from '../../readings/reading.ts';
import { parseShape } from '../../readings/time-shapes.ts';
import { monthWords } from './month-words.ts';
import { bare, type PeriodCell, readPeriod, readYearSpan, romanQuarters } from './period-cells.ts';
import { mostOf, type PeriodUnit, periodOf, startOf } from './period-units.ts';
import { dayMilliseconds, modulo } from './step.ts';

/** How a column writes periods of the calendar. */
export interface PeriodFormat {
  style: 'period';
  unit: PeriodUnit;
  /** The cells, with fields in place of figures: `{yyyy}-W{nn}`. */
  template: string;
  /** How the twelve months are written, where they are words. */
  months: readonly string[];
  /** Whether cells are numbers, as 202001 is. */
  isNumber: boolean;
  /** The first year that two digits may mean, of a hundred. */
  firstYear: number;
}

/** A format that was found, and whether the cells leave room for another one. */
export interface FoundPeriods {
  format: PeriodFormat;
  isGuess: boolean;
}

/** A long column of dates is told by so many of its cells. */
const cellsToTry = 1000;

const dayOfYearCell = /^\d{4}-\d{3}$/;

/** Decides how most cells of a column write periods; undefined where most are none. */
export function decidePeriods(cells: readonly string[]): FoundPeriods | undefined {
  if (cells.every((cell) => dayOfYearCell.test(cell)))
    return { format: daysOfYear('{yyyy}-{ddd}', false), isGuess: true };
  const isPeriod = (cell: string) => readPeriod(cell) !== undefined;
  const first = cells.slice(0, cellsToTry);
  if (first.filter(isPeriod).length <= first.length / 2) return undefined;
  const read = cells.map(readPeriod).filter((period): period is PeriodCell => period !== undefined);
  if (read.length <= cells.length / 2) return undefined;
  const periods = asYearSpans(read) ?? read;
  const unit = decideUnit(periods);
  if (unit === undefined) return undefined;
  const isUnpadded = periods.some(({ template }) => template.includes('{n}'));
  const [{ template }] = periods;
  const months = template.includes('{mon}') ? monthWords(periods.flatMap(({ monthWord = [] }) => monthWord)) : [];
  const isIso = unit === 'month' && periods.every((period) => period.template === '{yyyy}-{nn}');
  const isOpen = periods.some(({ units }) => units.length > 1) || periods.some((one) => one.template.includes('{yy}'));
  const format: PeriodFormat = {
    style: 'period',
    unit,
    template: isUnpadded ? template.replace('{nn}', '{n}') : template,
    months,
    isNumber: false,
    firstYear: firstYearOf(periods.flatMap(({ year }) => (year < 100 ? year : []))),
  };
  return { format, isGuess: isOpen && !isIso };
}

/** Returns the format of `2022-003` and 2022003, the third day of 2022. */
export function daysOfYear(template: string, isNumber: boolean): PeriodFormat {
  return { style: 'period', unit: 'day', template, months: [], isNumber, firstYear: 0 };
}

/** Returns the format of a column whose cells were quarters, half-years or weeks when they became dates. */
export function formatOf({
  time_shape: shape,
  period_spelling: template,
}: Partial<Reading> = {}): PeriodFormat | undefined {
  if (!isPeriodShape(shape) || template === undefined) return undefined;
  const unit = shape === 'half_year' ? 'half-year' : shape;
  return { style: 'period', unit, template, months: [], isNumber: false, firstYear: 0 };
}

/** `2010/11` to `2012/13` are years that begin in one and end in the next. */
function asYearSpans(periods: readonly PeriodCell[]): PeriodCell[] | undefined {
  const spans: PeriodCell[] = [];
  for (const period of periods) {
    const span = period.units.length === 1 && period.units[0] === 'year' ? period : readYearSpan(period);
    if (span === undefined) return undefined;
    spans.push(span);
  }
  return spans.length > 1 ? spans : undefined;
}

/** Rows are of the past, so that two digits mean no later year than this. */
const latestYear = 2039;

/** Returns the year that the first of several two-digit years means: they lie in the shortest run of years. */
function firstYearOf(years: readonly number[]): number {
  const sorted = [...new Set(years)].sort((a, b) => a - b);
  if (sorted.length === 0) return 0;
  const gapBefore = (index: number) =>
    modulo(sorted[index] - sorted[(index + sorted.length - 1) % sorted.length] - 1, 100);
  const first = sorted[sorted.reduce((best, _, index) => (gapBefore(index) > gapBefore(best) ? index : best), 0)];
  const length = Math.max(...sorted.map((year) => modulo(year - first, 100)));
  return latestYear - length - modulo(latestYear - length - first, 100);
}

/** The unit that all cells may mean. Numbers without a word are quarters where several years have 1 to 4 and no others. */
function decideUnit(periods: readonly PeriodCell[]): PeriodUnit | undefined {
  const numbers = new Set(periods.map(({ number }) => number));
  const most = Math.max(...numbers);
  const named = bare.filter((unit) => periods.every((period) => period.units.includes(unit)));
  if (named.length < 2) return named[0];
  const units = named.filter((unit) => most <= mostOf[unit]);
  if (units.length < 2 || !units.includes('month')) return units[0];
  const years = new Set(periods.map(({ year }) => year));
  const areAll = (count: number) => numbers.size === count && most === count && years.size > 1;
  if (areAll(4)) return 'quarter';
  return areAll(2) ? 'half-year' : 'month';
}

/** Reads a cell in the unit of its column; NaN where it is none. */
export function readPeriodCell({ unit, template, firstYear }: PeriodFormat, text: string): number {
  if (template.includes('{ddd}')) return parseShape(text, 'yyyyddd', {});
  const cell = readPeriod(text);
  if (cell === undefined) return Number.NaN;
  const period = template.includes('{end}') ? (readYearSpan(cell) ?? cell) : cell;
  const year = period.year < 100 ? firstYear + modulo(period.year - firstYear, 100) : period.year;
  return period.units.includes(unit) ? startOf(unit, year, period.number) : Number.NaN;
}

/** Writes a time as a cell of its column. */
export function writePeriod({ unit, template, months, isNumber }: PeriodFormat, time: number): string | number {
  const { year, number } = periodOf(unit, time);
  const fields: Record<string, string> = {
    yyyy: digits(year, 4),
    yy: digits(year % 100, 2),
    end: digits((year + 1) % 100, 2),
    yyyyend: digits(year + 1, 4),
    n: String(number),
    nn: digits(number, 2),
    mon: months[number - 1] ?? '',
    roman: romanQuarters[number - 1] ?? '',
    ddd: digits(dayOfYear(time), 3),
    dd: digits(new Date(time).getUTCDate(), 2),
  };
  const text = template.replace(/\{(\w+)\}/g, (_, name: string) => fields[name] ?? '');
  return isNumber ? Number(text) : text;
}

function dayOfYear(time: number): number {
  return Math.floor((time - Date.UTC(new Date(time).getUTCFullYear(), 0)) / dayMilliseconds) + 1;
}

function digits(value: number, count: number): string {
  return String(value).padStart(count, '0');
}
