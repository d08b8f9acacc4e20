/** Whether 3/4/2020 is the third of April. Dotted dates put the day first always. */
export interface DateStyle {
  dayFirst: boolean;
}

const time =
  '(?:[T\\s,]+(\\d{1,2}):(\\d{2})(?::(\\d{2})(?:[.,](\\d{1,9}))?)?\\s*([ap]\\.?m\\.?)?\\s*(Z|UTC|GMT|[+-]\\d{2}:?\\d{2}|[+-]\\d{2})?)?$';
const yearFirst = new RegExp(`^(\\d{4})[-/.](\\d{1,2})(?:[-/.](\\d{1,2}))?${time}`, 'i');
const yearLast = new RegExp(`^(\\d{1,2})([-/.])(\\d{1,2})\\2(\\d{4}|\\d{2})${time}`, 'i');
const dayMonthWord = new RegExp(`^(?:[a-z]{3,9},?\\s+)?(\\d{1,2})[-\\s]([a-z]{3,9})\\.?,?[-\\s](\\d{4})${time}`, 'i');
const monthWordDay = new RegExp(`^(?:[a-z]{3,9},\\s+)?([a-z]{3,9})\\.?\\s(\\d{1,2}),?\\s(\\d{4})${time}`, 'i');
const monthWordYear = /^([a-z]{3,9})\.?[-\s](\d{4})$/i;
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Reads one cell as a moment in milliseconds since 1970 UTC; no zone means UTC. NaN when it is no date of the calendar. */
export function parseDate(text: string, style: DateStyle = { dayFirst: false }): number {
  const trimmed = text.trim();
  let match = yearFirst.exec(trimmed);
  if (match) return moment(Number(match[1]), Number(match[2]), Number(match[3] ?? 1), match.slice(4));
  match = yearLast.exec(trimmed);
  if (match) {
    const dayFirst = match[2] === '.' || style.dayFirst;
    const [day, month] = dayFirst ? [match[1], match[3]] : [match[3], match[1]];
    return moment(fullYear(match[4]), Number(month), Number(day), match.slice(5));
  }
  return parseMonthInWords(trimmed);
}

/** Slashed dates: day first when some first part exceeds 12 and no second part does. */
export function detectDateStyle(texts: Iterable<string>): DateStyle {
  let first = 0;
  let second = 0;
  for (const text of texts) {
    const match = yearLast.exec(text.trim());
    if (!match) continue;
    if (Number(match[1]) > 12) first += 1;
    if (Number(match[3]) > 12) second += 1;
  }
  return { dayFirst: first > second };
}

function parseMonthInWords(text: string): number {
  const day = dayMonthWord.exec(text);
  if (day) return moment(Number(day[3]), monthOf(day[2]), Number(day[1]), day.slice(4));
  const word = monthWordDay.exec(text);
  if (word) return moment(Number(word[3]), monthOf(word[1]), Number(word[2]), word.slice(4));
  const bare = monthWordYear.exec(text);
  return bare ? moment(Number(bare[2]), monthOf(bare[1]), 1, []) : Number.NaN;
}

function monthOf(word: string): number {
  return months.indexOf(word.slice(0, 3).toLowerCase()) + 1;
}

function fullYear(digits: string): number {
  const year = Number(digits);
  if (digits.length === 4) return year;
  return year < 70 ? 2000 + year : 1900 + year;
}

function moment(year: number, month: number, day: number, clock: readonly (string | undefined)[]): number {
  if (month < 1 || month > 12 || day < 1 || day > 31) return Number.NaN;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCDate() !== day) return Number.NaN;
  return date.getTime() + clockMilliseconds(clock);
}

/** `clock`: hour, minute, second, fraction, am/pm, zone, each perhaps undefined. */
function clockMilliseconds([hours, minutes, seconds, fraction, half, zone]: readonly (string | undefined)[]): number {
  if (hours === undefined) return 0;
  let hour = Number(hours);
  if (half) hour = (hour % 12) + (half[0].toLowerCase() === 'p' ? 12 : 0);
  const minute = Number(minutes);
  const second = Number(seconds ?? 0);
  if (hour > 24 || minute > 59 || second > 60) return Number.NaN;
  const thousandths = Math.floor(Number(`0.${fraction ?? 0}`) * 1000);
  return ((hour * 60 + minute - zoneMinutes(zone)) * 60 + second) * 1000 + thousandths;
}

function zoneMinutes(zone: string | undefined): number {
  if (zone === undefined || /^[a-z]/i.test(zone)) return 0;
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
  return zone[0] === '-' ? -minutes : minutes;
}
