import type { Hints } from './decision.ts';
import { note, type ReadingNote } from './notes.ts';
import { numberParts } from './numbers.ts';
import type { NumberTally, SeenCell } from './tally.ts';

type Doubts = Pick<NumberTally, 'doubtfulComma' | 'doubtfulPoint'>;

/** `432.000`: no price of a litre. `1.200`: round, as only some of those are. */
const [large, round] = [/\d\d[.,]\d{3}/, /[.,]\d00(?!\d)/];
/** A number of four digits or more without a mark in it. */
const unmarked = /^-?\d{4,}$/;

/**
 * Returns the decimal mark that is likely in cells such as `111.343`, which fit either one. No amount of money has three
 * decimals, but for prices of a litre. Where semicolons part the cells, points part thousands: unless other cells of
 * thousands lack them, or are shares.
 */
export function likelyDecimal(cells: readonly SeenCell[], doubts: Doubts, hints: Hints): '.' | ',' | undefined {
  const { doubtfulComma, doubtfulPoint } = doubts;
  const dresses = new Set(cells.map(({ text }) => dressOf(text)));
  const areShares = dresses.has('%') || dresses.has('‰');
  const areAmounts = dresses.size > (dresses.has(undefined) ? 1 : 0) && areLargeOrRound(cells);
  if (areAmounts && !areShares && (doubtfulComma === 0 || doubtfulPoint === 0)) return doubtfulComma > 0 ? '.' : ',';
  if (doubtfulComma > 0) return hints.likelyDecimal;
  return areShares || cells.some(({ text }) => unmarked.test(text)) ? undefined : hints.likelyDecimal;
}

function isOpenFile({ likelyDecimal, isTabbed }: Hints): boolean {
  return likelyDecimal !== undefined || isTabbed === true;
}

function areLargeOrRound(cells: readonly SeenCell[]): boolean {
  const rounded = cells.filter(({ text }) => round.test(text)).length;
  return 2 * rounded >= cells.length || cells.some(({ text }) => large.test(text));
}

function dressOf(text: string): string | undefined {
  return (numberParts(text, '.') ?? numberParts(text, ','))?.dress;
}

/** Says how such cells are read, where the file leaves it open. */
export function noteDoubtful(
  cells: readonly SeenCell[],
  decimal: string,
  { doubtfulComma }: Doubts,
  hints: Hints,
): ReadingNote[] {
  const hasComma = doubtfulComma > 0;
  const mark = hasComma ? ',' : '.';
  const doubtful = cells.find(({ text }) => text.includes(mark))?.text ?? '';
  const other = decimal === ',' ? '.' : ',';
  if (hints.decimal === ',') {
    const detail = `"${doubtful}" is read with a decimal comma, as in other columns; set \`decimal=${other}\` if that is wrong`;
    return [note('read_from_other_columns', detail)];
  }
  const partsThousands = mark !== decimal;
  // Files with day-first dates are often of countries that part thousands by points.
  const isUsual = !hasComma && !partsThousands && !isOpenFile(hints) && hints.dateOrder !== 'dmy';
  if (isUsual && cells.every(({ text }) => dressOf(text) === undefined)) return [];
  const [name, meaning] = [
    hasComma ? 'comma' : 'point',
    partsThousands ? 'as parting thousands' : 'as the decimal mark',
  ];
  const detail = `the ${name} in cells such as "${doubtful}" is read ${meaning}; set \`decimal=${other}\` if that is wrong`;
  return [note('ambiguous_numbers', detail)];
}
