import { countCells, note, type ReadingNote } from './notes.ts';
import { createCellParser } from './parse-cell.ts';
import { isNumeric, type Reading } from './reading.ts';
import type { SeenCell } from './tally.ts';

/** How devices and surveys write "no value" in a column of numbers: -999, 9999, -99.90. */
const nines = /^[-−]?9{2,}(?:[.,][09]+)?$/;
const fewestOthers = 4;

/** So many times as far as all others lie from each other is a number that was mistyped, or of another unit. */
const farTimes = 100;

/**
 * Notes numbers that lie farther from all others than these lie from each other, and so spoil every mean: -999 and the
 * like in two rows or more, which may stand for no value, and any number that is a hundred times as far.
 */
export function noteFarNumbers(cells: readonly SeenCell[], reading: Reading): ReadingNote[] {
  if (!isNumeric(reading) || cells.length <= fewestOthers) return [];
  const parse = createCellParser(reading);
  const values = Float64Array.from(cells, ({ text }) => parse(text));
  return [...noteNines(cells, values), ...noteFarthest(cells, values)];
}

function noteNines(cells: readonly SeenCell[], values: Float64Array): ReadingNote[] {
  const suspects = cells.flatMap(({ text }, at) => (nines.test(text) ? [at] : []));
  if (suspects.length === 0 || cells.length - suspects.length < fewestOthers) return [];
  const { least, most } = rangeOf(values.filter((_, at) => !nines.test(cells[at].text)));
  const far = suspects.filter(
    (at) => cells[at].count > 1 && Math.max(least - values[at], values[at] - most) > most - least,
  );
  return far.map((at) =>
    note(
      'maybe_missing',
      `"${cells[at].text}" is read as a number (${countCells(cells[at].count)}), far from all others (${least} to ${most}); list it in \`blanks\` if it stands for a missing value`,
    ),
  );
}

function noteFarthest(cells: readonly SeenCell[], values: Float64Array): ReadingNote[] {
  const { least, most } = rangeOf(values);
  return [least, most].flatMap((end) => {
    const at = values.indexOf(end);
    if (at < 0 || values.lastIndexOf(end) !== at || nines.test(cells[at].text)) return [];
    const others = values.filter((value) => value !== end && !Number.isNaN(value));
    const rest = rangeOf(others);
    const width = rest.most - rest.least;
    if (
      others.length < fewestOthers ||
      !(Math.max(rest.least - end, end - rest.most) > farTimes * width) ||
      width === 0
    )
      return [];
    const { text, count } = cells[at];
    const detail = `"${text}" (${countCells(count)}) is far from all others (${rest.least} to ${rest.most}), so it dominates means and models: check whether it is mistyped or in another unit, and list it in \`blanks\` if it stands for a missing value`;
    return [{ ...note('far_value', detail), cells: [text] }];
  });
}

function rangeOf(values: Float64Array): { least: number; most: number } {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return { least, most };
}
