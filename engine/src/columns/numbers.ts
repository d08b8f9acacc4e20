import { detectUnits, parseDuration, splitUnit, type Units } from './units.ts';

/** How a column writes numbers where a cell alone does not tell: is `1,234` 1.234, and is `1.234` 1234? */
export interface NumberStyle {
  commaIsDecimal: boolean;
  pointIsGroup: boolean;
  /** What the numbers are measured in; null where only bare ones count. */
  units: Units | null;
  /** `<5`, `>= 90` and `65+` are 5, 90 and 65. */
  hasLimits: boolean;
  /** `13:30` and `1:30 pm` are 13.5 hours. */
  isClock: boolean;
}

export const englishNumbers: NumberStyle = {
  commaIsDecimal: false,
  pointIsGroup: false,
  units: null,
  hasLimits: false,
  isClock: false,
};

const plain = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i;
const unsigned = /^[\d.]/;
const spaces = /[\s\u00a0\u2007\u2009\u202f']/g;
const symbol = '[$€£¥₹₽₩₺₿₫₪₴₱฿]';
const currency = `(?:US|CA|AU|NZ|HK|[ACRS])?${symbol}|USD|EUR|GBP|CHF|JPY|INR|CNY|AUD|CAD|NZD|SEK|NOK|DKK|PLN|BRL|MXN|ZAR|Rs\\.?|kr\\.?`;
const dressing = new RegExp(`^(?:${currency})|(?:${currency}|[%‰])$`, 'gi');
const limit = /^(?:[<>]=?|[≤≥~≈])\s*|(?<=\d)\+/g;
const clock = /^(\d{1,3}):([0-5]\d)(?::([0-5]\d(?:[.,]\d+)?))?\s*([ap]\.?m\.?)?$/i;
const grouped = /^[1-9]\d{0,2}([.,])\d{3}(?:\1\d{3})*$/;

/**
 * Reads one cell as a number: grouping, decimal commas, currency and percent signs (12 % is 12), accountants' parentheses,
 * Unicode minus and spaces; units, limits and clock times where the style has them. NaN when it is none, or not finite.
 */
export function parseNumber(text: string, style: NumberStyle = englishNumbers): number {
  const trimmed = text.trim();
  if (plain.test(trimmed) && !(style.pointIsGroup && grouped.test(trimmed))) return finite(Number(trimmed));
  if (style.isClock) return parseClock(trimmed);
  const bare = style.hasLimits ? trimmed.replace(limit, '') : trimmed;
  const value = parseBare(bare, style);
  return Number.isNaN(value) && style.units ? parseMeasured(bare, style.units, style) : value;
}

function parseBare(text: string, style: NumberStyle): number {
  const { digits, negative } = undress(text);
  const plainDigits = settleMarks(digits, style);
  if (!unsigned.test(plainDigits) || !plain.test(plainDigits)) return Number.NaN;
  return finite(negative ? -Number(plainDigits) : Number(plainDigits));
}

function parseMeasured(text: string, { list, isCompound }: Units, style: NumberStyle): number {
  const split = splitUnit(text);
  const unit = split && list.find(({ name }) => name === split.unit);
  if (unit) return finite(unit.factor * parseBare(split.digits, style));
  return isCompound ? parseDuration(text) : Number.NaN;
}

/** Hours; NaN when it is no time of a clock. */
function parseClock(text: string): number {
  const match = clock.exec(text);
  if (!match) return Number.NaN;
  const [, hours, minutes, seconds = '0', half] = match;
  const hour = half ? (Number(hours) % 12) + (half[0].toLowerCase() === 'p' ? 12 : 0) : Number(hours);
  return hour + Number(minutes) / 60 + Number(seconds.replace(',', '.')) / 3600;
}

/** What else than bare numbers the distinct cells of a column hold: clock times, or units and limits beside numbers. */
export function detectMeasures(texts: readonly string[]): NumberStyle {
  if (texts.every((text) => clock.test(text.trim()))) return { ...englishNumbers, isClock: true };
  const bare = texts.map((text) => text.trim().replace(limit, ''));
  const limited = bare.filter((text, index) => text !== texts[index].trim()).length;
  const units = detectUnits(bare, (digits) => !Number.isNaN(parseNumber(digits)));
  const marks = detectNumberStyle(units ? bare.map((text) => splitUnit(text)?.digits ?? text) : bare);
  return { ...marks, units, hasLimits: limited > 0 && 2 * limited <= texts.length };
}

/** Decides the style of a column from the cells that leave no doubt. */
export function detectNumberStyle(texts: Iterable<string>): NumberStyle {
  const votes = { commaDecimal: 0, commaGroup: 0, pointDecimal: 0, pointGroup: 0 };
  for (const text of texts) {
    const { digits } = undress(text.trim());
    const comma = digits.lastIndexOf(',');
    const point = digits.lastIndexOf('.');
    if (comma < 0 && point < 0) continue;
    if (comma >= 0 && point >= 0) votes[comma > point ? 'commaDecimal' : 'commaGroup'] += 1;
    if (comma >= 0 && point >= 0) votes[comma > point ? 'pointGroup' : 'pointDecimal'] += 1;
    else if (comma >= 0) votes[isGroup(digits, ',') ? 'commaGroup' : 'commaDecimal'] += isCertain(digits, ',') ? 1 : 0;
    else votes[isGroup(digits, '.') ? 'pointGroup' : 'pointDecimal'] += isCertain(digits, '.') ? 1 : 0;
  }
  const commaIsDecimal = votes.commaDecimal > votes.commaGroup;
  const pointIsGroup = commaIsDecimal && votes.pointGroup > votes.pointDecimal;
  return { ...englishNumbers, commaIsDecimal, pointIsGroup };
}

/** Takes off signs, currency, percent and spaces; what is left holds digits and marks when the cell is a number. */
function undress(text: string): { digits: string; negative: boolean } {
  let digits = text.replace(spaces, '').replace(/^[\u2212\u2013]/, '-');
  let negative = false;
  if (digits.startsWith('(') && digits.endsWith(')')) {
    digits = digits.slice(1, -1);
    negative = true;
  }
  if (digits.startsWith('-') || digits.startsWith('+')) {
    negative = negative !== digits.startsWith('-');
    digits = digits.slice(1);
  }
  const bare = digits.replace(dressing, '');
  const signBehindCurrency = bare.startsWith('-') && bare.length < digits.length && !negative;
  return signBehindCurrency ? { digits: bare.slice(1), negative: true } : { digits: bare, negative };
}

function settleMarks(digits: string, style: NumberStyle): string {
  const comma = digits.lastIndexOf(',');
  const point = digits.lastIndexOf('.');
  if (comma >= 0 && point >= 0) {
    const [decimal, group] = comma > point ? [',', '.'] : ['.', ','];
    return isGroup(digits.slice(0, digits.lastIndexOf(decimal)), group) ? toPlain(digits, decimal) : digits;
  }
  if (comma >= 0) {
    const isGrouping = isGroup(digits, ',') && (isCertain(digits, ',') || !style.commaIsDecimal);
    return isGrouping ? toPlain(digits, '.') : toPlain(digits, ',');
  }
  const isGrouping = isGroup(digits, '.') && (isCertain(digits, '.') || style.pointIsGroup);
  return isGrouping ? toPlain(digits, ',') : digits;
}

/** Whether the mark could part thousands: `1,234` or `1,234,567`. */
function isGroup(digits: string, mark: string): boolean {
  return grouped.exec(digits)?.[1] === mark;
}

/** One mark with three digits behind it could mean either; anything else is sure. A leading zero parts no thousands. */
function isCertain(digits: string, mark: string): boolean {
  return !isGroup(digits, mark) || digits.indexOf(mark) !== digits.lastIndexOf(mark);
}

function toPlain(digits: string, decimal: string): string {
  const group = decimal === ',' ? '.' : ',';
  return digits.replaceAll(group, '').replace(decimal, '.');
}

function finite(value: number): number {
  return Number.isFinite(value) ? value : Number.NaN;
}
