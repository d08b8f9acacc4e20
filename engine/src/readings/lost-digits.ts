import { countCells, note, type ReadingNote } from './notes.ts';
import { numberParts } from './numbers.ts';
import type { NumberTally, SeenCell } from './tally.ts';

/** A double keeps any number of at most this many digits. */
const alwaysKept = 15;
/** JavaScript writes at most a hundred digits after the first. */
const mostWritten = 100;
const longWhole = /^-?[1-9]\d{15,99}$/;
/** Long whole numbers are codes, unless at most this share of the rows has one, and more than half have fractions. */
const mostLong = 0.1;

/** Returns whether a number has more digits than a double keeps: the nearest double, written as long, is another. */
export function losesDigits(text: string): boolean {
  if (text.length <= alwaysKept) return false;
  const digits = longWhole.test(text) ? text : (numberParts(text, '.') ?? numberParts(text, ','))?.digits;
  if (digits === undefined) return false;
  const given = significant(digits);
  if (given.length <= alwaysKept) return false;
  const kept = Number(digits).toExponential(Math.min(given.length, mostWritten) - 1);
  // Programs write the shortest digits of a double, which a rounding to as many digits need not give.
  return ![kept, String(Number(digits))].some((text) => significant(text) === given.slice(0, mostWritten));
}

/** Returns the digits of a number without the zeros around them. */
function significant(digits: string): string {
  const [mantissa] = digits.replace('-', '').split(/e/i);
  const text = mantissa.replace('.', '').replace(/^0+/, '');
  let end = text.length;
  while (text[end - 1] === '0') end -= 1;
  return text.slice(0, end);
}

/** Returns whether the cells that are no numbers are whole numbers of too many digits in a column of fractions. */
export function areLongAmongFractions({ odd, oddRows, fractions, rows }: NumberTally): boolean {
  return odd.every(({ text }) => longWhole.test(text)) && oddRows <= mostLong * rows && 2 * fractions > rows;
}

/** Notes cells whose last digits are lost. */
export function noteLostDigits(cells: readonly SeenCell[]): ReadingNote[] {
  const lost = cells.filter(({ text }) => losesDigits(text));
  if (lost.length === 0) return [];
  const count = countCells(lost.reduce((sum, cell) => sum + cell.count, 0));
  const detail = `digits are lost in ${count}: a number keeps 15 to 17 digits, so the nearest number is used; set the type to \`text\` to keep all digits`;
  return [{ ...note('digits_lost', detail), cells: lost.map(({ text }) => text) }];
}
