import type { Decision } from './decision.ts';
import { fold } from './fold.ts';
import { isMissingWord } from './missing-words.ts';
import { countCells, nameSome, note } from './notes.ts';
import type { SeenCell } from './tally.ts';

/** Cells that do not fit, and the number of rows of all cells. */
export interface Odd {
  odd: readonly SeenCell[];
  oddRows: number;
  rows: number;
}

/** Limits for words to count as "no value": few words without a digit, beside many different values. */
const mostWords = 5;
const fewestBeside = 10;
/** A usual spelling of "no value" may take this share of the rows, any other word only the second. */
const [mostUsual, mostRare] = [0.9, 0.1];

/** Returns whether cells that do not fit are few words for "no value" beside many different values. */
export function isBesideWords({ odd, rows }: Odd, cells: readonly SeenCell[], isDate = false): boolean {
  if (!areFewWords({ odd, rows }, cells)) return false;
  const strange = odd.filter(({ text }) => !isMissingWord(text, isDate));
  return rowsOf(strange) <= mostRare * rows;
}

/** Returns whether the cells that do not fit are few words, each without a digit, whatever they mean. */
export function areFewWords({ odd, rows }: Pick<Odd, 'odd' | 'rows'>, cells: readonly SeenCell[]): boolean {
  const words = new Set(odd.map(({ text }) => fold(text)));
  const isFew = words.size <= mostWords && cells.length - odd.length >= fewestBeside && rowsOf(odd) <= mostUsual * rows;
  return isFew && odd.every(({ text, isTyped }) => !isTyped && !/\d/.test(text) && text.length <= 40);
}

export function rowsOf(cells: readonly SeenCell[]): number {
  return cells.reduce((sum, { count }) => sum + count, 0);
}

/** Decides with the cells that do not fit as words for "no value". */
export function withWords(decision: Decision, odd: readonly SeenCell[]): Decision {
  if (odd.length === 0) return decision;
  const { reading, notes } = decision;
  const words = [...new Set(odd.map(({ text }) => fold(text)))];
  const [are, them] = words.length > 1 ? ['are', 'them'] : ['is', 'it'];
  const detail = `${nameSome(odd.map(({ text }) => text))} ${are} read as missing (${countCells(rowsOf(odd))}); set the type to \`text\` to keep ${them}`;
  return {
    ...decision,
    reading: { ...reading, blanks: [...reading.blanks, ...words] },
    notes: [...notes, note('words_as_missing', detail)],
  };
}
