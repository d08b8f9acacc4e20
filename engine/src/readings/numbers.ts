import { parseClock } from './clock.ts';
import type { NumberReading } from './reading.ts';
import { parseSpan } from './spans.ts';
import { magnitudeOf, parseDuration, splitUnit } from './units.ts';

const space = "[ \\u00a0\\u2007\\u2009\\u202f'’]";
const sign = '[+\\-\\u2212\\u2013]';
const symbol = '[$€£¥₹₽₩₺₿₫₪₴₱฿]';
const currency =
  `(?:US|CA|AU|NZ|HK|[ACRS])?${symbol}` +
  '|USD|EUR|GBP|CHF|JPY|INR|CNY|AUD|CAD|NZD|SEK|NOK|DKK|PLN|BRL|MXN|ZAR|Rs\\.?|kr\\.?';

/**
 * Splits a cell into sign, currency, digits and percent sign. No leading zeros (`007` is a code) and at most 15 digits
 * without separators, unless a fraction follows: then it is no code.
 */
function shapeOf(decimal: string, groups: string): RegExp {
  const whole = `0|[1-9]\\d{0,14}|[1-9]\\d{15,99}(?=${decimal}\\d)|${groups}|[1-9]\\d{0,2}(?:${space}\\d{3}){1,6}`;
  const body = `(?:(?:${whole})(?:${decimal}\\d*)?|${decimal}\\d+)(?:e[+-]?\\d{1,3})?`;
  const ahead = `(${sign})?(?:(${currency})${space}?)?(${sign})?`;
  return new RegExp(`^${ahead}(${body})(${sign})?(?:${space}?(${currency}|[%‰]))?$`, 'i');
}

/** Indian numbers group thousands, then hundreds: 23,98,830. */
const commaGroups = '[1-9]\\d{0,2}(?:,\\d{3}){1,6}|[1-9]\\d?(?:,\\d{2}){1,6},\\d{3}';
const pointGroups = '[1-9]\\d{0,2}(?:\\.\\d{3}){1,6}';
const shapes = { '.': shapeOf('\\.', commaGroups), ',': shapeOf(',', pointGroups) };
const plain = /^-?(?:0|[1-9]\d{0,14})(?:\.\d*)?$/;
const whole = /^-?(?:0|[1-9]\d{0,15})$/;
const telephone = /^\+\d{8,}$/;
const marks = new RegExp(`${space}|[,.]`, 'g');
const limit = /^(?:[<>]=?|[≤≥~≈])\s*|(?<=\d)\+(?=\s|$)/g;

/**
 * Reads a trimmed cell as a number, NaN when it is not one. Percentages keep their number (12 % is 12), and parentheses
 * mean negative.
 */
export function parseNumber(text: string, reading: NumberReading): number {
  if (reading.clock) return parseClock(text);
  if (reading.span) return parseSpan(text, reading.span);
  const bare = reading.limits ? text.replace(limit, '') : text;
  const value = parseBare(bare, reading.decimal ?? '.') / (reading.shares ? wholeOf(bare) : 1);
  if (!reading.units) return value;
  return Number.isNaN(value) ? parseMeasured(bare, reading) : value / wholeAmount(bare, reading);
}

/** In a column of millions `1.200.000 €` are 1.2 of them; numbers without a currency are in the unit of the column. */
function wholeAmount(text: string, { units = [], decimal }: NumberReading): number {
  const magnitude = magnitudeOf(units);
  if (magnitude === undefined) return 1;
  const dress = numberParts(text, decimal === ',' ? ',' : '.')?.dress;
  return dress === undefined || /[%‰]/.test(dress) ? 1 : magnitude;
}

/** What `%` and `‰` behind a number are parts of. */
function wholeOf(text: string): number {
  return text.endsWith('%') ? 100 : text.endsWith('‰') ? 1000 : 1;
}

/** Strips a sign that makes the number a limit. */
export function withoutLimit(text: string): string {
  return text.replace(limit, '');
}

function parseBare(text: string, decimal: '.' | ',' | 'either'): number {
  if (whole.test(text)) return safe(Number(text));
  if (decimal !== 'either') return parseWith(text, decimal);
  const [point, comma] = [parseWith(text, '.'), parseWith(text, ',')];
  if (Number.isNaN(point)) return comma;
  // `1,234` is ambiguous; `1.234` is how programs write decimals.
  return Number.isNaN(comma) || point === comma || !text.includes(',') ? point : Number.NaN;
}

/** Reads a cell with one of the two decimal marks. */
export function parseWith(text: string, decimal: '.' | ','): number {
  if (decimal === '.' && plain.test(text)) return Number(text) + 0;
  const parts = numberParts(text, decimal);
  if (!parts) return Number.NaN;
  const value = Number(parts.digits);
  if (!Number.isFinite(value)) return Number.NaN;
  return (parts.isNegative ? -value : value) + 0;
}

/** Returns a number's digits in JavaScript notation, and its currency or percent sign. */
export function numberParts(text: string, decimal: '.' | ',') {
  const inner = text.startsWith('(') && text.endsWith(')') ? text.slice(1, -1) : undefined;
  const match = shapes[decimal].exec(inner ?? text);
  if (!match || telephone.test(text)) return undefined;
  const [, before, ahead, between, body, after, behind] = match;
  const signs = [before, between, after, inner === undefined ? undefined : '-'].filter((mark) => mark !== undefined);
  if (signs.length > 1 || after === '+' || (ahead && behind)) return undefined;
  const isNegative = signs.length > 0 && signs[0] !== '+';
  const digits = body.replace(marks, (found) => (found === decimal ? '.' : ''));
  return { digits, isNegative, dress: ahead ?? behind };
}

/** Multiplies as on paper: 8.2 times a million is 8200000, of doubles a hair less. */
function times(factor: number, value: number): number {
  const [one, zeros] = factor.toExponential().split('e');
  const digits = String(value);
  return one === '1' && !digits.includes('e') ? Number(`${digits}e${Number(zeros)}`) : factor * value;
}

/** Returns an integer that a double holds exactly, otherwise NaN: longer ones are codes. */
function safe(value: number): number {
  return Number.isSafeInteger(value) ? value + 0 : Number.NaN;
}

function parseMeasured(text: string, { units, compound, decimal = '.' }: NumberReading): number {
  const split = splitUnit(text);
  // Older models keep `m/s` as `m/`.
  const unit = split && units?.find(({ name }) => name === split.unit || `${name}s` === split.unit);
  if (unit) return times(unit.factor, parseBare(split.digits, decimal));
  return compound ? parseDuration(text) : Number.NaN;
}
