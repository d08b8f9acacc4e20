import { countCells, note, type ReadingNote } from './notes.ts';
import { createCellParser } from './parse-cell.ts';
import { isNumeric, type Reading } from './reading.ts';
import type { SeenCell } from './tally.ts';

/** How devices and surveys write "no value" in a column of numbers: -999, 9999, -99.90. */
const nines = /^[-−]?9{2,}(?:[.,][09]+)?$/;
const fewestOthers = 4;

/**
 * Notes numbers such as -999 that lie farther from all others than these lie from each other, in two rows or more: they
 * may stand for no value, and spoil every mean.
 */
export function noteNines(cells: readonly SeenCell[], reading: Reading): ReadingNote[] {
  const suspects = cells.filter(({ text }) => nines.test(text));
  if (suspects.length === 0 || !isNumeric(reading) || cells.length - suspects.length < fewestOthers) return [];
  const parse = createCellParser(reading);
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { text } of cells) {
    if (nines.test(text)) continue;
    const value = parse(text);
    if (value < least) least = value;
    if (value > most) most = value;
  }
  const far = suspects.filter(({ text, count }) => {
    const value = parse(text);
    return count > 1 && Math.max(least - value, value - most) > most - least;
  });
  return far.map(({ text, count }) =>
    note(
      'maybe_missing',
      `"${text}" is read as a number (${countCells(count)}), far from all others (${least} to ${most}); list it in \`blanks\` if it means no value`,
    ),
  );
}
