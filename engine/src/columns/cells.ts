import { isOtherCurrency } from '../readings/currency.ts';
import { hasTimeOfDay } from '../readings/dates.ts';
import { isMissingWord } from '../readings/missing-words.ts';
import { createBlankTest, createCellParser, createWordTest } from '../readings/parse-cell.ts';
import { isMoment, isNumeric, type Reading } from '../readings/reading.ts';
import { canonicalJson } from './json-cells.ts';
import { numberHint } from './number-hint.ts';
import { meaningOf } from './spellings.ts';

/** Says why a cell cannot be read as its column's reading asks, and what would be right. */
export class CellError {
  readonly detail: string;

  constructor(detail: string) {
    this.detail = detail;
  }
}

/** Infinite values become missing, and values are clamped to 1e130, beyond which sums of squares overflow. */
export function clampFinite(value: number): number {
  if (!Number.isFinite(value)) return Number.NaN;
  return Math.abs(value) > 1e130 ? Math.sign(value) * 1e130 : value;
}

/** Reads a cell as JSON gives it for a column of numbers, booleans or dates: a value, or NaN when missing. */
export type NumericReader = (cell: unknown) => number | CellError;

/**
 * JSON numbers and booleans are taken as they are, and are dates only where the column's own are numbers. Texts are read
 * like the cells of the column.
 */
export function createNumericReader(reading: Reading): NumericReader {
  const readText = createTextParser(reading);
  const isNumber = isNumeric(reading);
  const isMissing = createWordTest(reading.blanks);
  const isWord = reading.type === 'boolean' || reading.type === 'text';
  const isTime = reading.time_shape !== undefined;
  return (cell) => {
    if (typeof cell === 'number' && isNumber) return isMissing(String(cell)) ? Number.NaN : clampFinite(cell);
    if (cell === null || cell === undefined) return Number.NaN;
    if (typeof cell === 'string') return readText(cell);
    if (typeof cell === 'number' && isTime) return readText(String(cell));
    const isPlain = isWord && (typeof cell === 'number' || typeof cell === 'boolean');
    return isPlain ? readText(String(cell)) : refuse(reading, cell);
  };
}

function createTextParser(reading: Reading): (cell: string) => number | CellError {
  const isBlank = createBlankTest(reading);
  // In a text column `yes` and `no` are ordinary words, so a third word is not an error but unseen.
  if (reading.type === 'text') return (cell) => (isBlank(cell) ? Number.NaN : meaningOf(cell));
  const parse = createCellParser(reading);
  const isMissing = createWordTest(reading.blanks);
  return (cell) => {
    if (isMissing(cell)) return Number.NaN;
    const value = parse(cell.trim());
    if (reading.type === 'date' && hasTimeOfDay(value)) return refuse(reading, cell);
    if (!Number.isNaN(value)) return isOtherCurrency(cell.trim(), reading) ? refuse(reading, cell) : clampFinite(value);
    return isBlank(cell) || isInfinite(cell) ? Number.NaN : refuse(reading, cell);
  };
}

/** Reads a cell for a category or text column; undefined when missing. */
export type TextReader = (cell: unknown) => string | undefined | CellError;

export function createTextReader(reading: Reading): TextReader {
  const clean = createCleaner(reading);
  return (cell) => {
    if (typeof cell === 'string') return clean(cell);
    if (cell === null || cell === undefined) return undefined;
    if (typeof cell === 'number' || typeof cell === 'boolean') return String(cell);
    const isList = Array.isArray(cell) && cell.every((item) => typeof item !== 'object');
    if (isList || reading.type === 'json') return JSON.stringify(cell);
    return new CellError(`must be a text, got ${show(cell)}`);
  };
}

/** Trims a text and normalises JSON; undefined when missing. */
export function createCleaner(reading: Reading): (text: string) => string | undefined {
  const isBlank = createBlankTest(reading);
  if (reading.type === 'json') return (text) => (isBlank(text) ? undefined : canonicalJson(text.trim()));
  return (text) => (isBlank(text) ? undefined : text.trim());
}

function refuse(reading: Reading, cell: unknown): CellError {
  return new CellError(
    `must be ${wantedBy(reading)}, got ${show(cell)}${missingHint(cell) || numberHint(reading, cell)}`,
  );
}

/** A usual spelling of "no value", such as `k. A.`, that the table did not have. */
function missingHint(cell: unknown): string {
  return typeof cell === 'string' && isMissingWord(cell, false)
    ? ' (where there is no value, send null or leave the column out)'
    : '';
}

function wantedBy(reading: Reading): string {
  if (isNumeric(reading)) return 'a number';
  if (!isMoment(reading)) return 'true or false';
  const orders = { ymd: '', dmy: ', or one with the day first', mdy: ', or one with the month first' };
  const order = orders[reading.date_order ?? 'ymd'];
  if (reading.type === 'date') return `a date without a time of day, such as "2020-01-31"${order}`;
  return `a moment, such as "2020-01-31" or "2020-01-31T12:00:00Z"${order}`;
}

function isInfinite(text: string): boolean {
  return /^[+-]?inf(inity)?$/i.test(text.trim());
}

function show(cell: unknown): string {
  if (Array.isArray(cell)) return 'a list';
  if (typeof cell === 'object') return 'an object';
  const text = JSON.stringify(cell) ?? String(cell);
  return text.length > 40 ? `${text.slice(0, 37)}…` : text;
}
