import { kindOf, usualKind } from './detect-header.ts';
import type { TextRecord } from './records.ts';

const isBlank = (cell: string | undefined) => (cell ?? '').trim() === '';

/**
 * Returns whether a record below the header names only its first columns, which the lines of the header leave without
 * one: `,Oslo,Rome` and `year,,`, as data frames write the names of their row labels. A row of labels without values
 * looks the same where there is one column of words below one line.
 */
export function areIndexNames(
  header: readonly string[],
  more: readonly TextRecord[],
  [{ cells }, ...rows]: readonly TextRecord[],
): boolean {
  const count = cells.findIndex(isBlank);
  if (count < 1 || cells.length !== header.length || !cells.slice(count).every(isBlank)) return false;
  if (!cells.slice(0, count).every((cell) => kindOf(cell) === 'text')) return false;
  const lines = [header, ...more.map((record) => record.cells)];
  const isNamed = (column: number) => lines.some((line) => !isBlank(line[column]));
  // The first cell of several lines names the lines, such as `city` above `year`.
  const named = header
    .map((_, column) => column)
    .filter((column) => (column > 0 || more.length === 0) && isNamed(column));
  if (named[0] !== count || named.length !== header.length - count) return false;
  const below = rows.map((record) => record.cells[0] ?? '').filter((cell) => kindOf(cell) !== 'blank');
  return !below.includes(cells[0]) && (more.length > 0 || count > 1 || usualKind(below) !== undefined);
}

const mostLines = 2;
const rowsCompared = 50;

/**
 * Finds further lines of names above such a record: `,,v`, `,,sum` and `g,h,`. Their words stand above numbers and occur
 * in no row.
 */
export function findFrameLines(header: readonly string[], below: readonly TextRecord[]) {
  for (let more = 1; more <= mostLines && below.length > more + 1; more += 1) {
    const names = below.slice(0, more);
    const rows = below.slice(more + 1, more + 1 + rowsCompared);
    if (areIndexNames(header, names, below.slice(more)) && names.every(({ cells }) => areNames(cells, rows)))
      return { names, index: below[more] };
  }
  return undefined;
}

function areNames(cells: readonly string[], rows: readonly TextRecord[]): boolean {
  const filled = [...cells.keys()].filter((column) => column > 0 && !isBlank(cells[column]));
  const below = (column: number) =>
    rows.map((row) => row.cells[column] ?? '').filter((cell) => kindOf(cell) !== 'blank');
  const areWords = filled.every((column) => kindOf(cells[column]) === 'text' && !below(column).includes(cells[column]));
  return areWords && filled.some((column) => usualKind(below(column)) !== undefined);
}

/** Puts the names of such a record in the place of what the lines above have there. */
export function withIndexNames(names: readonly string[], index: TextRecord | undefined): string[] {
  return names.map((name, column) => (isBlank(index?.cells[column]) ? name : (index?.cells[column] ?? '').trim()));
}
