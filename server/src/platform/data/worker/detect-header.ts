const number =
  /^\s*[-+(−]?\s?(?:[$€£¥₹]|EUR|USD|GBP|CHF)?\s?[-+]?(?:\d[\d.,\s'’]*|[.,]\d+)(?:e[-+]?\d+)?-?\s?(?:[%€£$]|EUR|USD|GBP|CHF|zł|kr|Kč)?\)?\s*$/i;
const date = /^\s*(?:\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|\d{4}-\d{1,2})(?:[ T][\d:.Z+ -]*)?\s*$/;
const clock = /^\s*\d{1,2}:\d{2}(?::\d{2})?(?:\.\d+)?\s*$/;
const truth = /^\s*(?:true|false|wahr|falsch|vrai|faux|verdadero|falso)\s*$/i;
const blankWords = /^\s*(?:|na|n\/a|#n\/a|n\.a\.|null|none|nil|nan|-+|\?|\\n|\.|missing)\s*$/i;

type Kind = 'blank' | 'number' | 'date' | 'truth' | 'text';

/** Numbers and dates are shorter; the patterns take the square of the length. */
const longestTyped = 100;

export function kindOf(cell: string): Kind {
  if (cell.length > longestTyped && cell.trim().length > longestTyped) return 'text';
  return kindOfShort(cell.trim());
}

function kindOfShort(cell: string): Kind {
  if (blankWords.test(cell)) return 'blank';
  if (date.test(cell) || clock.test(cell)) return 'date';
  if (number.test(cell)) return 'number';
  return truth.test(cell) ? 'truth' : 'text';
}

/** Returns whether a cell is a number, date or truth value, which column names rarely are. */
export function isTyped(cell: string): boolean {
  return !['text', 'blank'].includes(kindOf(cell));
}

export interface HeaderFinding {
  hasHeader: boolean;
  /** False when only convention suggests it. */
  isSure: boolean;
}

/**
 * Decides whether the first record is a header. It is one if it differs in kind from the rows: a word above numbers, a
 * year above prices. It is a row if it looks like those below: a number above numbers, or repeated cells. `2019, 2020,
 * 2021` and `0, 1, 2` are names, because they count up across the columns.
 */
export function detectHeader(records: readonly string[][]): HeaderFinding {
  const [first, ...body] = records;
  if (body.length === 0) return { hasHeader: !first.some(isTyped), isSure: false };
  const scale = countsUp(first);
  const counting = scale !== undefined && !body.slice(0, 50).some((record) => countsUp(record) === scale);
  let votes = counting ? 1 : 0;
  let repeats = 0;
  // Where several exports were joined, the header recurs.
  const others = body.filter((record) => record.length < 2 || record.join('\0') !== first.join('\0'));
  for (const [index, cell] of first.entries()) {
    if (cell.trim() !== '' && others.some((record) => record[index] === cell)) repeats += 1;
    if (!(counting && isTyped(cell))) votes += voteOf(cell, filledBelow(others, index));
  }
  if (votes !== 0) return { hasHeader: votes > 0, isSure: !counting || votes > 1 };
  return { hasHeader: repeats * 2 <= first.length && !(repeats > 0 && first.length === 1), isSure: false };
}

function filledBelow(rows: readonly string[][], index: number): string[] {
  return rows.map((record) => record[index] ?? '').filter((other) => kindOf(other) !== 'blank');
}

/** Returns the kind of nearly all cells of a column, unless they are words. */
export function usualKind(cells: readonly string[]): 'number' | 'date' | 'truth' | undefined {
  if (cells.length === 0) return undefined;
  const share = (wanted: Kind) => cells.filter((other) => kindOf(other) === wanted).length / cells.length;
  return (['number', 'date', 'truth'] as const).find((wanted) => share(wanted) >= 0.8);
}

function voteOf(cell: string, below: readonly string[]): number {
  const kind = kindOf(cell);
  const usual = usualKind(below);
  if (kind === 'blank' || usual === undefined) return 0;
  return kind === usual ? -1 : 1;
}

/** Whole numbers side by side: years, or positions that rise by one from 0 or 1. */
function countsUp(cells: readonly string[]): 'years' | 'places' | undefined {
  const filled = cells.filter((cell) => /^\s*\d{1,4}\s*$/.test(cell)).map(Number);
  const others = cells.filter((cell) => !/^\s*\d{1,4}\s*$/.test(cell));
  const areYears = filled.every((value) => value >= 1800 && value <= 2200);
  if (filled.length < (areYears && others.length > 0 ? 2 : 3) || others.some(isTyped)) return undefined;
  const isRising = filled.every((value, index) => index === 0 || value > filled[index - 1]);
  if (areYears && (isRising || filled.length > 3)) return 'years';
  return filled[0] <= 1 && filled.every((value, index) => value === filled[0] + index) ? 'places' : undefined;
}
