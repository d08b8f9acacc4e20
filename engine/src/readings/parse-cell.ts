import { isUsualBlank } from './blank.ts';
import { parseBoolean } from './booleans.ts';
import { parseDate } from './dates.ts';
import { fold } from './fold.ts';
import { parseNumber } from './numbers.ts';
import { isMoment, isNumeric, type Reading, usualReading } from './reading.ts';

/** Reads a trimmed cell that holds a value: numbers as such, booleans as 0 and 1, dates as milliseconds; NaN for what is none. */
export type CellParser = (trimmed: string) => number;

/** The parser of a column of numbers, booleans or dates. */
export function createCellParser(reading: Reading): CellParser {
  if (isNumeric(reading)) return numberParser(reading);
  if (isMoment(reading)) return (text) => parseDate(text, reading.date_order ?? 'ymd');
  const { booleans } = reading.booleans ? reading : usualReading('boolean');
  return (text) => (booleans ? parseBoolean(text, booleans) : Number.NaN);
}

const longWhole = /^-?(?:0|[1-9]\d{15,18})$/;

/** A column that was said to be of integers may have them beyond 2^53: the nearest number stands for them. */
function numberParser(reading: Reading): CellParser {
  if (reading.type !== 'integer') return (text) => parseNumber(text, reading);
  return (text) => (longWhole.test(text) ? Number(text) : parseNumber(text, reading));
}

/** Whether a cell is missing. In text and JSON only an empty one is, and the words that were said to be. */
export function createBlankTest({ type, blanks }: Reading): (text: string) => boolean {
  const words = new Set(blanks);
  const isWord = words.size === 0 ? () => false : (text: string) => words.has(fold(text));
  if (type === 'text' || type === 'json') return (text) => text.trim() === '' || isWord(text);
  return (text) => isUsualBlank(text) || isWord(text);
}
