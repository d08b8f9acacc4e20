import { isUsualBlank } from './blank.ts';
import type { Decision } from './decision.ts';
import { fold } from './fold.ts';
import { countCells, nameSome, note, type ReadingNote } from './notes.ts';
import { isTextual } from './reading.ts';
import type { SeenCell } from './tally.ts';

/** Words that are mostly meant as what they say: `none` may be a treatment. */
const meantAsWords = new Set(['', 'none', 'nil', 'missing']);

/** Words that could as well be a value of a number: `none` may be 0. */
const doubtful = new Set(['none', 'nil', 'missing', '?', '??', '.']);

/** Says which words are read as no value in a column of numbers or dates where one of them could be meant otherwise. */
export function noteDoubtfulBlanks(seen: readonly SeenCell[], blanks: readonly string[]): ReadingNote[] {
  const words = seen.filter(
    (cell) => !cell.isTyped && cell.text !== '' && isUsualBlank(cell.text) && !blanks.includes(fold(cell.text)),
  );
  if (!words.some(({ text }) => doubtful.has(fold(text)))) return [];
  const [are, them] = words.length > 1 ? ['are', 'them'] : ['is', 'it'];
  const named = nameSome(words.map(({ text }) => text));
  const rows = words.reduce((sum, { count }) => sum + count, 0);
  const detail = `${named} ${are} read as missing (${countCells(rows)}); set the type to \`text\` to keep ${them}`;
  return [note('words_as_missing', detail)];
}

/** Returns whether a cell is a usual word for "no value" and hardly ever a value. */
export function isMark({ text, isTyped }: Pick<SeenCell, 'text' | 'isTyped'>): boolean {
  return !isTyped && isUsualBlank(text) && !meantAsWords.has(fold(text));
}

/** Returns the words that stand for no value in a column of numbers, dates or booleans, folded. */
export function wordsAmongValues(cells: readonly SeenCell[], { reading }: Decision): string[] {
  return isTextual(reading) ? [] : cells.filter(isMark).map(({ text }) => fold(text));
}

/**
 * Returns the cells of a text column that stand for no value: it has nothing else, or the file is known to write no
 * value so. A word that looks like the others is one of them: `NA` among codes of countries.
 */
export function findMissingWords(cells: readonly SeenCell[], fileWords: ReadonlySet<string>): SeenCell[] {
  const words = cells.filter(isMark);
  const others = cells.filter(({ text }) => !isUsualBlank(text));
  if (words.length === cells.length) return words;
  return words.filter(({ text }) => fileWords.has(fold(text)) && !isLikeMost(text, others));
}

function isLikeMost(word: string, others: readonly SeenCell[]): boolean {
  const shape = shapeOf(word);
  return others.filter(({ text }) => shapeOf(text) === shape).length * 2 >= others.length;
}

function shapeOf(text: string): string {
  return text
    .replace(/\p{Lu}/gu, 'A')
    .replace(/\p{Ll}/gu, 'a')
    .replace(/\d/g, '9')
    .replace(/[^\p{L}\d]/gu, '.');
}

export function noteMissingWords(words: readonly SeenCell[], isAll: boolean): ReadingNote {
  const rows = words.reduce((sum, { count }) => sum + count, 0);
  const [are, them] = words.length > 1 ? ['are', 'them'] : ['is', 'it'];
  const why = isAll ? 'since the column has nothing else' : 'as the file writes missing cells';
  const named = nameSome(words.map(({ text }) => text));
  const detail = `${named} ${are} read as missing (${countCells(rows)}), ${why}; set the type to \`text\` to keep ${them}`;
  return note('words_as_missing', detail);
}
