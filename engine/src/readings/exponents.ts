import { countCells, note, type ReadingNote } from './notes.ts';
import type { NumberTally, SeenCell } from './tally.ts';

/** `48E12` and `1E5`: no program writes a number so, with several digits before the E or neither point nor sign. */
const coded = /^(?:\d{2,}[eE]\d+|\dE\d+)$/;
/** How spreadsheets write a number of more than eleven digits: `2.2E+11`. */
const shortened = /^-?\d(?:[.,]\d{1,5})?E\+(?:1[1-9]|[2-9]\d)$/i;

/** Returns the cells that are more likely codes than powers of ten: no other cell has a fraction. */
export function findCodes({ exponents, fractions }: NumberTally): SeenCell[] {
  return fractions > 0 ? [] : exponents.filter(({ text }) => coded.test(text));
}

/** Notes cells from which a spreadsheet took the last digits before the file came here, and other powers among wholes. */
export function noteExponents({ exponents, fractions, rows }: NumberTally): ReadingNote[] {
  if (fractions > 0 || exponents.length === 0) return [];
  const told = (some: readonly SeenCell[]) => ({
    count: countCells(some.reduce((sum, { count }) => sum + count, 0)),
    cells: some.map(({ text }) => text),
  });
  const short = exponents.filter(({ text }) => shortened.test(text));
  const isAll = told(exponents).count === countCells(rows);
  if (short.length > 0 && (!isAll || short.length === exponents.length)) {
    const { count, cells } = told(short);
    const detail = `${count} of the form "${cells[0]}" came from a spreadsheet that had dropped the last digits; they are read as round numbers. Correct them in the file where they are codes`;
    return [{ ...note('digits_lost', detail), cells }];
  }
  if (isAll) return [];
  const { count, cells } = told(exponents);
  const detail = `${count} of the form "${cells[0]}" among whole numbers, read with their zeros; set the type to \`text\` if it is a code`;
  return [{ ...note('read_as_powers', detail), cells }];
}
