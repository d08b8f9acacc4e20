import { dayOfWeek } from './iso-days.ts';
import { monthOf } from './months.ts';
import type { Reading } from './reading.ts';
import { fullYear } from './time-shapes.ts';

export type DateOrder = NonNullable<Reading['date_order']>;

/** Hours before or after UTC of the zones whose short name means one only. */
const zones: Record<string, number> = {
  ...{
    z: 0,
    utc: 0,
    gmt: 0,
    wet: 0,
    west: 1,
    cet: 1,
    cest: 2,
    mez: 1,
    mesz: 2,
    eet: 2,
    eest: 3,
    msk: 3,
    jst: 9,
    kst: 9,
  },
  ...{ est: -5, edt: -4, cdt: -5, mst: -7, mdt: -6, pst: -8, pdt: -7 },
};
const zone = `(${Object.keys(zones).join('|')}|[+-]\\d{2}:?\\d{2}|[+-]\\d{2})?`;
const time = `(?:(?:T|,?\\s)\\s*(\\d{1,2}):(\\d{2})(?::(\\d{2})(?:[.,](\\d{1,9}))?)?\\s*([ap]\\.?m\\.?)?\\s*${zone})?$`;
const yearFirst = new RegExp(`^(\\d{4})([-/.])(\\d{1,2})\\2(\\d{1,2})${time}`, 'i');
const yearLast = new RegExp(
  `^(\\d{1,2})([-/.])(\\d{1,2})\\2(\\d{4}|(?<=/)\\d{2}|(?<=\\d\\d[-.]\\d\\d[-.])\\d{2})${time}`,
  'i',
);
const word = '\\p{L}{3,12}';
const weekday = '(?:\\p{L}{2,12}\\.?,?\\s+)?';
const dayMonthWord = new RegExp(
  `^${weekday}(\\d{1,2})(?:(?:\\.|st|nd|rd|th|er|º)?\\s+(?:of |de )?|[-./])(${word})\\.?(?:,?\\s+(?:del? )?|[-./])(\\d{4}|\\d{2})${time}`,
  'iu',
);
const monthWordDay = new RegExp(
  `^(?:\\p{L}{2,12}\\.?,\\s+)?(${word})\\.?\\s(\\d{1,2})(?:st|nd|rd|th)?,?\\s(\\d{4})${time}`,
  'iu',
);
const yearAndMonth = /^(\d{4})-(0[1-9]|1[0-2])$/;
const monthWordYear = new RegExp(`^(${word})\\.?(?:\\s+del?\\s+|[-\\s])(\\d{4})$`, 'iu');
const eastern = /^(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]$/;
const compactMoment = new RegExp(
  `^((?:19|20)\\d{2})(\\d{2})(\\d{2})(?:T|\\s)(\\d{2})(\\d{2})(?:(\\d{2})(?:[.,](\\d{1,9}))?)?()\\s*${zone}$`,
  'i',
);
const weekDay = /^(\d{4})-?W(\d{2})-?([1-7])$/i;
const compact = /^((?:19|20)\d{2})(\d{2})(\d{2})$/;

/**
 * Reads a trimmed cell as a moment in milliseconds since 1970 UTC, exact to the microsecond; UTC without a zone. NaN
 * when it is not a date, or ambiguous like 3/4/2020 without a known order. Dotted dates always start with the day. Two
 * digits mean one of the hundred years up to `latestYear`; only where that is given may `ymd` begin with them.
 */
export function parseDate(text: string, order: DateOrder, latestYear?: number): number {
  const figures = withoutWeekday(text);
  let match = yearFirst.exec(figures);
  if (match) return moment(Number(match[1]), Number(match[3]), Number(match[4]), match.slice(5));
  match = yearLast.exec(figures);
  if (match) return slashed(match, order, latestYear);
  match = yearAndMonth.exec(text);
  if (match) return moment(Number(match[1]), Number(match[2]), 1, []);
  match = compact.exec(text) ?? eastern.exec(text);
  if (match) return moment(Number(match[1]), Number(match[2]), Number(match[3]), []);
  match = compactMoment.exec(text);
  if (match) return moment(Number(match[1]), Number(match[2]), Number(match[3]), match.slice(4));
  match = weekDay.exec(text);
  if (match) return dayOfWeek(Number(match[1]), Number(match[2]), Number(match[3]));
  return parseMonthInWords(text, latestYear);
}

const dayMilliseconds = 86_400_000;

/** Returns whether a moment has a time of day. */
export function hasTimeOfDay(milliseconds: number): boolean {
  return milliseconds % dayMilliseconds !== 0 && !Number.isNaN(milliseconds);
}

/** Returns whether the order of day and month depends on the column, as in 3/4/2020 and 13/4/2020. */
export function needsOrder(text: string): boolean {
  const match = yearLast.exec(withoutWeekday(text));
  return match !== null && match[2] !== '.';
}

const weekdays =
  /^(?:mon?|die?|mit?|don?|fre?|sam?|son?|[mtf]on|tue?s?|wed|thu(?:rs)?|fri|sat|sun|lun|mar|mer|mi[eé]|jeu|jue|ven|vie|s[aá]b|dim|dom|seg|ter|qua|qui|sex|ma|wo|vr|za|zo|\p{L}+(?:day|tag|woch|di|manche|dag|feira))[.,]*\s+(?=\d)/iu;

/** Strips the day of the week, as in `Mi, 01.05.2024`. */
function withoutWeekday(text: string): string {
  return /^\p{L}/u.test(text) ? text.replace(weekdays, '') : text;
}

function slashed([, first, mark, second, last, ...clock]: RegExpExecArray, order: DateOrder, latestYear?: number) {
  if (mark !== '.' && order === 'ymd') {
    const isShort = latestYear !== undefined && first.length === 2 && last.length === 2;
    return isShort ? moment(fullYear(first, latestYear), Number(second), Number(last), clock) : Number.NaN;
  }
  const [day, month] = mark === '.' || order === 'dmy' ? [first, second] : [second, first];
  return moment(fullYear(last, latestYear), Number(month), Number(day), clock);
}

function parseMonthInWords(text: string, latestYear?: number): number {
  const day = dayMonthWord.exec(text);
  if (day) return moment(fullYear(day[3], latestYear), monthOf(day[2]), Number(day[1]), day.slice(4));
  const word = monthWordDay.exec(text);
  if (word) return moment(Number(word[3]), monthOf(word[1]), Number(word[2]), word.slice(4));
  const bare = monthWordYear.exec(text);
  return bare ? moment(Number(bare[2]), monthOf(bare[1]), 1, []) : Number.NaN;
}

function moment(year: number, month: number, day: number, clock: readonly (string | undefined)[]): number {
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > 31) return Number.NaN;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCDate() !== day) return Number.NaN;
  return date.getTime() + clockMilliseconds(clock);
}

/**
 * Returns the milliseconds of a clock time. Its parts are hour, minute, second, fraction, am/pm and zone, any of which
 * may be undefined. A day may end at 24:00, a minute at :60.
 */
function clockMilliseconds([hours, minutes, seconds, fraction, half, zone]: readonly (string | undefined)[]): number {
  if (hours === undefined) return 0;
  let hour = Number(hours);
  if (half && (hour > 12 || hour < 1)) return Number.NaN;
  if (half) hour = (hour % 12) + (half[0].toLowerCase() === 'p' ? 12 : 0);
  const minute = Number(minutes);
  const second = Number(seconds ?? 0);
  const offset = zoneMinutes(zone);
  if (hour > 24 || minute > 59 || second > 60 || (hour === 24 && minute + second > 0)) return Number.NaN;
  const micros = Number((fraction ?? '').slice(0, 6).padEnd(6, '0'));
  return ((hour * 60 + minute - offset) * 60 + second) * 1000 + micros / 1000;
}

function zoneMinutes(zone: string | undefined): number {
  if (zone === undefined) return 0;
  const named = zones[zone.toLowerCase()];
  if (named !== undefined) return named * 60;
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
  const [hours, minutes] = [Number(digits.slice(0, 2)), Number(digits.slice(2))];
  if (hours > 15 || minutes > 59) return Number.NaN;
  return zone[0] === '-' ? -(hours * 60 + minutes) : hours * 60 + minutes;
}
