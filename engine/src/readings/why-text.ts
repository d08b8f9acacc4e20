import { isFewMeasured, oddMeasures } from './as-numbers.ts';
import { areFewWords, type Odd, rowsOf } from './beside-words.ts';
import { isUsualBlank } from './blank.ts';
import type { Hints, Requested } from './decision.ts';
import { findCodes } from './exponents.ts';
import { fold } from './fold.ts';
import { noteMoreThanNumbers } from './more-than-numbers.ts';
import { countCells, nameSome, note, type ReadingNote } from './notes.ts';
import { noteMarks } from './number-marks.ts';
import { type SeenCell, tallyDates, tallyNumbers } from './tally.ts';
import { noteMonths } from './time-columns.ts';
import { noteTrailingMinus } from './trailing-minus.ts';

/**
 * When at most this share of cells does not fit, a note says that the column is text because of them; of few cells more
 * may be odd, because one word is a great share of them, and of dates, which are rarely anything else.
 */
const [fewOdd, fewOddOfFew, fewOddDates] = [0.1, 1 / 3, 0.4];
const fewCells = 20;
const [mostFrequent, fewestBeside] = [5, 10];

/** Notes why a column is text that is almost something else. */
export function noteAlmost(cells: readonly SeenCell[], requested: Requested, hints: Hints): ReadingNote[] {
  const few = noteFewMeasured(cells, requested, hints);
  if (few.length > 0) return few;
  const numbers = tallyNumbers(cells);
  const codes = numbers ? findCodes(numbers) : [];
  if (codes.length > 0) return [noteCodes(codes)];
  if (numbers?.odd.length === 0) return noteTrailingMinus(cells);
  if (numbers && numbers.odd.length > 0 && areFewWords(numbers, cells)) return [noteWords('numbers', numbers)];
  if (numbers && isAlmostWhole(numbers)) {
    if (numbers.odd.every(({ text }) => isCode(text))) return [noteCodes(numbers.odd)];
    return [noteOdd('almost_numbers', 'numbers', numbers)];
  }
  const dates = numbers ? undefined : tallyDates(cells);
  if (dates && isAlmostWhole(dates, fewOddDates)) return [noteOdd('almost_dates', 'dates', dates)];
  const measured = oddMeasures(cells, requested, hints);
  if (measured && isAlmostWhole(measured)) return [noteOdd('almost_numbers', 'numbers', measured)];
  return (
    [noteFrequent, noteMarks, noteMoreThanNumbers, noteMonths]
      .map((find) => find(cells))
      .find((notes) => notes.length > 0) ?? []
  );
}

/** Notes that words and signs such as `..` are too many beside numbers or dates to be taken for no value. */
function noteFrequent(cells: readonly SeenCell[]): ReadingNote[] {
  const isWord = ({ text, isTyped }: SeenCell) => !isTyped && !/\d/.test(text);
  const odd = cells.filter(isWord);
  if (odd.length === 0 || odd.length > mostFrequent || cells.length - odd.length < fewestBeside) return [];
  const others = cells.filter((cell) => !isWord(cell));
  const found = { odd, oddRows: rowsOf(odd), rows: rowsOf(cells) };
  if (tallyNumbers(others)?.odd.length === 0) return [noteWords('numbers', found)];
  return tallyDates(others)?.odd.length === 0 ? [noteWords('dates', found)] : [];
}

/** Notes that cells such as `5 kg` are text only because different ones are few, as those of categories are. */
function noteFewMeasured(cells: readonly SeenCell[], requested: Requested, hints: Hints): ReadingNote[] {
  if (!isFewMeasured(cells, requested, hints)) return [];
  const example = nameSome([cells[0].text]);
  return [
    note(
      'almost_numbers',
      `the column is text because few of its values are like ${example}; set the type to \`number\` to read them as numbers`,
    ),
  ];
}

/** Notes that a frequent word keeps a column from being numbers. */
function noteWords(what: 'numbers' | 'dates', { odd, oddRows }: Odd): ReadingNote {
  const named = nameSome(odd.map(({ text }) => text));
  const [are, them] = odd.length > 1 ? ['are frequent words', 'them'] : ['is a frequent word', 'it'];
  const detail = `the column is text because ${named} ${are} among ${what} (${countCells(oddRows)}); list ${them} in \`blanks\` to read ${them} as missing`;
  return note(`almost_${what}`, detail);
}

function isAlmostWhole({ oddRows, rows }: Odd, most = rows < fewCells ? fewOddOfFew : fewOdd): boolean {
  return oddRows > 0 && oddRows <= most * rows;
}

function noteOdd(code: 'almost_numbers' | 'almost_dates', what: string, { odd, oddRows }: Odd) {
  const detail = `the column is text because all but ${oddRows} of its cells are ${what}; list the odd ones in \`blanks\` to read the others as ${what}, or the type \`text\``;
  return { ...note(code, detail), cells: odd.map(({ text }) => text) };
}

/** Returns whether a number is a code: it has a leading zero, or more digits than a double holds. */
function isCode(text: string): boolean {
  return /^0\d+$|^\d{16,}$/.test(text);
}

function noteCodes(codes: readonly SeenCell[]): ReadingNote {
  const detail = `the column is text because cells such as "${codes[0].text.slice(0, 40)}" are codes, not numbers; set the type to \`text\` to keep it so`;
  return { ...note('read_as_codes', detail), cells: codes.map(({ text }) => text) };
}

/** Notes that a word such as `N/A` is a category in a text column; `none` and `missing` mostly are meant as one. */
export function noteKept(cells: readonly SeenCell[]): ReadingNote[] {
  const words = cells.filter(({ text, isTyped }) => !isTyped && isUsualBlank(text) && !isMeantAsWord(text));
  if (words.length === 0) return [];
  const named = nameSome(words.map(({ text }) => text));
  const [are, them] = words.length > 1 ? ['are kept as words', 'them'] : ['is kept as a word', 'it'];
  const detail = `${named} ${are} (${countCells(rowsOf(words))}); list ${them} in \`blanks\` to read ${them} as missing`;
  return [note('words_kept', detail)];
}

function isMeantAsWord(text: string): boolean {
  return ['', 'none', 'nil', 'missing'].includes(fold(text));
}
