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

/** Puts the names of such a record in the place of what the lines above have there. */
export function withIndexNames(names: readonly string[], index: TextRecord | undefined): string[] {
  return names.map((name, column) => (isBlank(index?.cells[column]) ? name : (index?.cells[column] ?? '').trim()));
}
