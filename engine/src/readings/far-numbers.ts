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
  if (!isNumeric(reading)) return [];
  return [...noteNines(cells, reading), ...noteFarthest(cells, reading)];
}

function noteNines(cells: readonly SeenCell[], reading: Reading): ReadingNote[] {
  const suspects = cells.filter(({ text }) => nines.test(text));
  if (suspects.length === 0 || cells.length - suspects.length < fewestOthers) return [];
  const parse = createCellParser(reading);
  const { least, most } = rangeOf(
    cells.filter(({ text }) => !nines.test(text)),
    parse,
  );
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

function noteFarthest(cells: readonly SeenCell[], reading: Reading): ReadingNote[] {
  if (cells.length <= fewestOthers) return [];
  const parse = createCellParser(reading);
  const values = cells
    .map((cell) => ({ ...cell, value: parse(cell.text) }))
    .filter(({ value }) => !Number.isNaN(value));
  const { least, most } = rangeOf(cells, parse);
  return [least, most].flatMap((end) => {
    const [one, ...alike] = values.filter(({ value }) => value === end);
    const others = values.filter(({ value }) => value !== end);
    if (one === undefined || alike.length > 0 || others.length < fewestOthers || nines.test(one.text)) return [];
    const rest = rangeOf(others, parse);
    const far = Math.max(rest.least - end, end - rest.most);
    if (!(far > farTimes * (rest.most - rest.least)) || rest.most === rest.least) return [];
    const detail = `"${one.text}" (${countCells(one.count)}) is far from all others (${rest.least} to ${rest.most}), so that it alone decides means and models: look whether it is mistyped or in another unit, and list it in \`blanks\` if it means no value`;
    return [{ ...note('far_value', detail), cells: [one.text] }];
  });
}

function rangeOf(cells: readonly SeenCell[], parse: (text: string) => number): { least: number; most: number } {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { text } of cells) {
    const value = parse(text);
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return { least, most };
}
