import { rowsOf } from './beside-words.ts';
import { nameSome, note, type ReadingNote } from './notes.ts';
import { parseWith } from './numbers.ts';
import type { SeenCell } from './tally.ts';
import { splitUnit } from './units.ts';

/** What stands before a number that is not exact, or is one end of several. */
const ahead =
  /^(?:[~≈]|ca|circa|approx|about|around|roughly|est|etwa|ungefähr|rund|env|environ|unos|ab|from|von|bis|up to|über|over|under|unter|max|min|mind)\.?\s*:?\s*(?=[\d€$£])/iu;
/** A longer cell is no number with something around it, and would take long to look at. */
const longest = 60;
/** Least share of such cells, and numbers alone, among the rows with digits, and of these among all. */
const [enough, enoughDigits] = [0.9, 0.5];

/**
 * Notes that cells hold more than one number keep a column from being numbers: `9.6 ± 0.9`, `ca. 52,6 m²`, `40 x 60 cm`,
 * `2 (5 broadcasts)`.
 */
export function noteMoreThanNumbers(cells: readonly SeenCell[]): ReadingNote[] {
  const digital = cells.filter(({ text }) => /\d/.test(text));
  if (digital.length < 2 || rowsOf(digital) < enoughDigits * rowsOf(cells)) return [];
  const around = digital.filter(({ text }) => text.length <= longest && isAroundNumber(text));
  const plain = digital.filter(({ text }) => text.length <= longest && isMeasure(text));
  if (around.length === 0 || rowsOf(around) + rowsOf(plain) < enough * rowsOf(digital)) return [];
  const examples = nameSome(around.slice(0, 2).map(({ text }) => text));
  const detail = `the column is text because cells such as ${examples} contain more than a number; to read numbers, write the number alone and put the rest into another column`;
  return [{ ...note('almost_numbers', detail), cells: around.map(({ text }) => text) }];
}

function isAroundNumber(text: string): boolean {
  const bare = text.replace(ahead, '');
  if (bare !== text && isMeasure(bare)) return true;
  const [first, second, third] = text.split(/\s*(?:±|\+\/-|(?<=\d)\s*[x×*]\s*(?=\d))\s*/u);
  if (second !== undefined && third === undefined) return isMeasure(first) && isMeasure(second);
  const beside = /^(.*\d.*?)\s+\([^()]*\p{L}[^()]*\)$/u.exec(text)?.[1];
  return beside !== undefined && isMeasure(beside);
}

/** A number, or one with a unit behind it. */
function isMeasure(text: string): boolean {
  return isNumber(text) || isNumber(splitUnit(text)?.digits);
}

function isNumber(text: string | undefined): boolean {
  return text !== undefined && !(Number.isNaN(parseWith(text, '.')) && Number.isNaN(parseWith(text, ',')));
}
