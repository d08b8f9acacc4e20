import { rowsOf } from './beside-words.ts';
import { nameSome, note, type ReadingNote } from './notes.ts';
import { parseWith } from './numbers.ts';
import type { SeenCell } from './tally.ts';

/** `12.3 e` of a statistical office, `831[1]` and `7*` with a footnote, `12,50 S` of an account. */
const marked = /^(.*\d)(\s*(?:\*{1,3}|[[(]\w{1,3}[\])])|\s+\p{L}{1,3}|(?<=[.,]\d+)\p{L}{1,3})$/u;
/** A longer cell is no number with a mark, and would take long to look at. */
const longest = 40;
/** Least share of numbers, with or without a mark, among the cells that have digits. */
const enough = 0.9;

/** Notes that marks behind numbers keep a column from being numbers. */
export function noteMarks(cells: readonly SeenCell[]): ReadingNote[] {
  const digital = cells.filter(({ text }) => /\d/.test(text));
  const withMark = digital.filter(({ text }) => text.length <= longest && isNumber(marked.exec(text)?.[1]));
  const [plain, most] = [digital.filter(({ text }) => isNumber(text)), rowsOf(digital)];
  if (withMark.length < 2 || rowsOf(plain) + rowsOf(withMark) < enough * most || 2 * most < rowsOf(cells)) return [];
  const areFractions = withMark.every(({ text }) => /[.,]\d/.test(text));
  if (!areFractions && rowsOf(plain) < rowsOf(withMark)) return [];
  const examples = nameSome(withMark.slice(0, 2).map(({ text }) => text));
  const detail = `the column is text because numbers such as ${examples} have a mark behind them; to read numbers, put the marks into another column`;
  return [{ ...note('almost_numbers', detail), cells: withMark.map(({ text }) => text) }];
}

function isNumber(text: string | undefined): boolean {
  return text !== undefined && !(Number.isNaN(parseWith(text, '.')) && Number.isNaN(parseWith(text, ',')));
}
