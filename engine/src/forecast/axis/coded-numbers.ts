import { parseDate } from '../../readings/dates.ts';
import { parseShape } from '../../readings/time-shapes.ts';
import { daysOfYear, type PeriodFormat } from './period-format.ts';
import { startOf } from './period-units.ts';

/** Numbers that count from a moment: Unix seconds, days of a spreadsheet. */
export interface CountFormat {
  style: 'count';
  /** The moment of 0, and the length of 1, in milliseconds. */
  origin: number;
  length: number;
  /** Most digits behind the decimal point. */
  digits: number;
}

/** Years with a fraction, such as 1949.083 for February 1949. */
export interface DecimalYearFormat {
  style: 'decimal year';
  perYear: number;
  /** The place within a period that is written, 0 for its start. */
  offset: number;
  digits: number;
}

export type CodedFormat = PeriodFormat | CountFormat | DecimalYearFormat;

const [firstYear, lastYear] = [1900, 2100];
const [firstSecond, lastSecond] = [Date.UTC(1990, 0) / 1000, Date.UTC(2100, 0) / 1000];
/** Serial numbers of spreadsheets from 1954 to 2119, and the day that they count from. */
const [firstSerial, lastSerial, serialOrigin] = [20_000, 80_000, Date.UTC(1899, 11, 30)];
const dayMilliseconds = 86_400_000;
const timeName = /date|datum|day|tag|time|zeit|month|monat|period|week|woche|fecha|jour|serial|^(?:ts|t|d|dt)$/i;

/** Decides which times whole numbers or decimals mean by their shape; undefined where they are plain numbers. */
export function decideCode(values: readonly number[], name: string): CodedFormat | undefined {
  if (values.length < 2) return undefined;
  const areWhole = values.every(Number.isInteger);
  return (areWhole ? decideDigits(values) : undefined) ?? decideFractions(values) ?? decideCount(values, name);
}

function decideDigits(values: readonly number[]): CodedFormat | undefined {
  const areAll = (test: (value: number) => boolean) => values.every(test);
  const period = (unit: PeriodFormat['unit'], template: string): PeriodFormat => ({
    style: 'period',
    unit,
    template,
    months: [],
    isNumber: true,
    firstYear: 0,
  });
  if (areAll((value) => isYear(value / 10_000) && !Number.isNaN(parseDate(String(value), 'ymd'))))
    return period('day', '{yyyy}{nn}{dd}');
  if (areAll((value) => isYear(value / 1000) && !Number.isNaN(parseShape(String(value), 'yyyyddd', {}))))
    return daysOfYear('{yyyy}{ddd}', true);
  if (areAll((value) => isYear(value / 100))) {
    if (areAll((value) => isBetween(value % 100, 1, 12))) return period('month', '{yyyy}{nn}');
    if (areAll((value) => isBetween(value % 100, 1, 53))) return period('week', '{yyyy}{nn}');
  }
  const lasts = new Set(values.map((value) => value % 10));
  const areQuarters =
    areAll((value) => isYear(value / 10)) && lasts.size === 4 && [1, 2, 3, 4].every((n) => lasts.has(n));
  return areQuarters && new Set(values.map((value) => Math.floor(value / 10))).size > 1
    ? period('quarter', '{yyyy}{n}')
    : undefined;
}

/** 2020.01 to 2020.12 are months; 1949.083 is a twelfth of a year after its start, 1990.25 a quarter. */
function decideFractions(values: readonly number[]): CodedFormat | undefined {
  if (values.every(Number.isInteger) || !values.every((value) => isBetween(value, 1000, 2200))) return undefined;
  const isMonth = (value: number) =>
    Math.abs(value * 100 - Math.round(value * 100)) < 1e-6 && isBetween(Math.round(value * 100) % 100, 1, 12);
  if (values.every(isMonth))
    return { style: 'period', unit: 'month', template: '{yyyy}.{nn}', months: [], isNumber: true, firstYear: 0 };
  const digits = mostDigits(values);
  for (const perYear of [2, 4, 12])
    for (const offset of [0, 0.5]) {
      const isOff = (value: number) => {
        const place = value * perYear - offset;
        return Math.abs(place - Math.round(place)) > 0.07;
      };
      if (!values.some(isOff)) return { style: 'decimal year', perYear, offset, digits };
    }
  return undefined;
}

function decideCount(values: readonly number[], name: string): CountFormat | undefined {
  for (const perSecond of [1, 1e3, 1e6, 1e9]) {
    if (values.every((value) => isBetween(value / perSecond, firstSecond, lastSecond)))
      return { style: 'count', origin: 0, length: 1000 / perSecond, digits: mostDigits(values) };
  }
  if (!values.every((value) => isBetween(value, firstSerial, lastSerial))) return undefined;
  if (!timeName.test(name) && values.every(Number.isInteger) && areEven(values)) return undefined;
  return { style: 'count', origin: serialOrigin, length: dayMilliseconds, digits: mostDigits(values) };
}

function areEven(values: readonly number[]): boolean {
  const sorted = [...new Set(values)].sort((a, b) => a - b);
  const distances = sorted.slice(1).map((value, index) => value - sorted[index]);
  const least = distances.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const places = (sorted[sorted.length - 1] - sorted[0]) / least + 1;
  // Numbers a week apart are days.
  return least % 7 !== 0 && distances.every((distance) => distance % least === 0) && sorted.length >= 0.8 * places;
}

function isYear(value: number): boolean {
  return isBetween(Math.floor(value), firstYear, lastYear);
}

function isBetween(value: number, low: number, high: number): boolean {
  return value >= low && value <= high;
}

function mostDigits(values: readonly number[]): number {
  const digitsOf = (value: number) => (String(value).split('.')[1] ?? '').length;
  return Math.min(
    10,
    values.reduce((most, value) => Math.max(most, digitsOf(value)), 0),
  );
}

/** Reads a number as its column codes times; NaN where it codes none. */
export function readCode(format: CodedFormat, value: number): number {
  if (format.style === 'count') return withoutRounding(format, format.origin + value * format.length);
  if (format.style === 'decimal year') {
    const place = Math.round(value * format.perYear - format.offset);
    return startOfPlace(place, format.perYear);
  }
  const { unit, template } = format;
  if (template.includes('{ddd}')) return parseShape(String(value), 'yyyyddd', {});
  if (unit === 'day') return parseDate(String(value), 'ymd');
  const scaled = template.includes('.') ? Math.round(value * 100) : value;
  const base = template.includes('{nn}') ? 100 : 10;
  return Number.isInteger(scaled) ? startOf(unit, Math.floor(scaled / base), scaled % base) : Number.NaN;
}

/** 44562.041667 is one o'clock, and not 29 ms later: the nearest second, minute or hour that is written so. */
function withoutRounding({ origin, length, digits }: CountFormat, time: number): number {
  const error = 0.5 * length * 10 ** -digits;
  if (origin === 0 || digits === 0) return Math.round(time);
  const unit = [1000, 60_000].find((one) => error < one / 2) ?? 3_600_000;
  const near = Math.round(time / unit) * unit;
  return Math.abs(time - near) <= error + 1 ? near : Math.round(time);
}

function startOfPlace(place: number, perYear: number): number {
  return Date.UTC(Math.floor(place / perYear), (place % perYear) * (12 / perYear));
}

/** Writes a time as a number of its column. */
export function writeCount(format: CountFormat | DecimalYearFormat, time: number): number {
  if (format.style === 'count') return Number(((time - format.origin) / format.length).toFixed(format.digits));
  const date = new Date(time);
  const place = date.getUTCFullYear() * format.perYear + Math.floor(date.getUTCMonth() / (12 / format.perYear));
  return Number(((place + format.offset) / format.perYear).toFixed(format.digits));
}
