import { monthOf } from './months.ts';
import { parsePeriod } from './periods.ts';
import type { Reading, TimeShape } from './reading.ts';

const digits = /^\d+$/;
const number = /^-?\d{1,19}(?:\.\d+)?(?:e\+?\d{1,2})?$/i;
/** Excel's 1 January 1970, the last day that it knows, and the day that it counts though it never was. */
const [excelEpoch, excelEnd, excelGap] = [25_569, 2_958_466, 60];
const milliseconds = { unix_s: 1000, unix_ms: 1, unix_us: 1e-3, unix_ns: 1e-6 } as const;
/** The furthest moment of the calendar of JavaScript. */
const mostMs = 8.64e15;

/** Reads a trimmed cell of such a column in milliseconds since 1970 UTC; NaN when it has not the shape. */
export function parseShape(text: string, shape: TimeShape, { latest_year: latest }: Pick<Reading, 'latest_year'>) {
  switch (shape) {
    case 'month':
      return parseMonth(text, latest ?? 2069);
    case 'quarter':
    case 'half_year':
    case 'week':
      return parsePeriod(text, shape);
    case 'yyyy':
      return digits.test(text) && text.length === 4 ? moment(text, '01', '01') : Number.NaN;
    case 'yyyymm':
      return digits.test(text) && text.length === 6 ? moment(text.slice(0, 4), text.slice(4), '01') : Number.NaN;
    case 'yyyymmdd':
      return digits.test(text) && text.length === 8 ? parseDay(text) : Number.NaN;
    case 'yyyymmddhhmmss':
      return parseSecond(text);
    case 'yyyyddd':
      return parseDayOfYear(text);
    case 'excel':
      return number.test(text) ? fromExcel(Number(text)) : Number.NaN;
    default:
      return number.test(text) ? within(Number(text) * milliseconds[shape]) : Number.NaN;
  }
}

function within(time: number): number {
  return Math.abs(time) <= mostMs ? Math.round(time * 1000) / 1000 : Number.NaN;
}

function fromExcel(serial: number): number {
  if (serial < 1 || serial >= excelEnd) return Number.NaN;
  return Math.round(((serial < excelGap ? serial + 1 : serial) - excelEpoch) * 86_400) * 1000;
}

function moment(year: string, month: string, day: string): number {
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  if (y < 1 || m < 1 || m > 12 || d < 1) return Number.NaN;
  const date = new Date(0);
  date.setUTCFullYear(y, m - 1, d);
  return date.getUTCDate() === d ? date.getTime() : Number.NaN;
}

function parseDay(text: string): number {
  return moment(text.slice(0, 4), text.slice(4, 6), text.slice(6, 8));
}

/** `2020366` and `2020-366`. */
function parseDayOfYear(text: string): number {
  const [, year, day] = /^(\d{4})-?(\d{3})$/.exec(text) ?? [];
  const date = new Date(0);
  date.setUTCFullYear(Number(year), 0, Number(day));
  return Number(day) >= 1 && date.getUTCFullYear() === Number(year) ? date.getTime() : Number.NaN;
}

/** `2020013115`, `202001311530` or `20200131153059`. */
function parseSecond(text: string): number {
  if (!/^\d{10}(?:\d{2}){0,2}$/.test(text)) return Number.NaN;
  const [hour, minute, second] = [text.slice(8, 10), text.slice(10, 12), text.slice(12, 14)].map(Number);
  if (hour > 23 || minute > 59 || second > 59) return Number.NaN;
  return parseDay(text) + (hour * 3600 + minute * 60 + second) * 1000;
}

const monthFirst = /^(\d{1,2})[-/.](\d{4})$/;
const marked = /^(\d{4})[-/. ]?M(\d{1,2})$/i;
/** Two digits after a blank may as well be a day: the name of the column tells. */
const word = /^(\p{L}{3,12})(?:\.?[-/ ]?(\d{4})|(?:\.?[-/ ]|\.)(\d{2})|\.?[-/ ]?['’](\d{2}))$/u;
const yearFirst = /^(\d{4})[-/. ](\p{L}{3,12})\.?$/u;
const eastern = /^(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]$/;

/** `Jan-20`, `01/2020`, `2020M01`, `2020-Jan`, `2020年1月`. */
function parseMonth(text: string, latest: number): number {
  const figures = monthFirst.exec(text);
  if (figures) return moment(figures[2], figures[1], '01');
  const statistical = marked.exec(text) ?? eastern.exec(text);
  if (statistical) return moment(statistical[1], statistical[2], '01');
  const turned = yearFirst.exec(text);
  if (turned) return moment(turned[1], String(monthOf(turned[2])), '01');
  const named = word.exec(text);
  if (!named) return Number.NaN;
  return moment(String(fullYear(named[2] ?? named[3] ?? named[4], latest)), String(monthOf(named[1])), '01');
}

/** The year that digits mean; of two digits the one of the hundred years up to `latest`. */
export function fullYear(figures: string, latest = 2069): number {
  const year = Number(figures);
  if (figures.length === 4) return year;
  return latest - ((((latest - year) % 100) + 100) % 100);
}
