import { isUsualBlank } from './blank.ts';
import { parseBoolean } from './booleans.ts';
import { parseDate } from './dates.ts';
import { fold } from './fold.ts';
import { parseNumber } from './numbers.ts';
import { isMoment, isNumeric, type Reading, usualReading } from './reading.ts';
import { parseShape } from './time-shapes.ts';

/**
 * Reads a trimmed, non-empty cell: numbers as such, booleans as 0 and 1, dates as milliseconds; NaN when it does not
 * fit.
 */
export type CellParser = (trimmed: string) => number;

/** Returns the parser of a column of numbers, booleans or dates. */
export function createCellParser(reading: Reading): CellParser {
  if (isNumeric(reading)) return numberParser(reading);
  if (isMoment(reading)) return momentParser(reading);
  const { booleans } = reading.booleans ? reading : usualReading('boolean');
  return (text) => (booleans ? parseBoolean(text, booleans) : Number.NaN);
}

/** A cell that has not the shape of its column may still be a date. */
function momentParser({ date_order: order = 'ymd', latest_year: latest, time_shape: shape }: Reading): CellParser {
  if (shape === undefined) return (text) => parseDate(text, order, latest);
  return (text) => {
    const value = parseShape(text, shape, { latest_year: latest });
    return Number.isNaN(value) ? parseDate(text, order, latest) : value;
  };
}

const [longInteger, longWhole] = [/^-?(?:0|[1-9]\d{15,18})$/, /^-?[1-9]\d{15,99}$/];

/** Returns the parser of numbers. Whole numbers beyond 2^53 are read as the nearest double. */
function numberParser(reading: Reading): CellParser {
  const long = reading.type === 'integer' ? longInteger : longWhole;
  return (text) => (long.test(text) ? Number(text) : parseNumber(text, reading));
}

/**
 * Returns a test for missing cells. In text and JSON only empty cells and the words given by the sender are missing.
 */
export function createBlankTest({ type, blanks }: Reading): (text: string) => boolean {
  const isWord = createWordTest(blanks);
  if (type === 'text' || type === 'json') return (text) => text.trim() === '' || isWord(text);
  return (text) => isUsualBlank(text) || isWord(text);
}

/** Returns a test for the words of the sender for "no value", which may be numbers such as -999. */
export function createWordTest(blanks: readonly string[]): (text: string) => boolean {
  const words = new Set(blanks);
  return words.size === 0 ? () => false : (text) => words.has(fold(text));
}
