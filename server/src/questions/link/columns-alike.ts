import type { Column } from '../profile.ts';
import { stemsOfName, type Token } from '../words/tokens.ts';
import { dayIn, numberIn } from './cells.ts';
import type { IndexedTable } from './indexed-table.ts';
import { type ColumnLink, hasWord } from './links.ts';

export function kindOf({ type }: Column): 'number' | 'date' | undefined {
  if (type === 'integer' || type === 'number') return 'number';
  return type.startsWith('date') ? 'date' : undefined;
}

/** Whether it holds amounts or dates of its own. */
export function isComparable(column: Column): boolean {
  return kindOf(column) !== undefined && column.formula === undefined;
}

/** How far the cells of two columns lie apart, at the median, for their size. */
export function farFrom(one: number, other: number, { rows }: IndexedTable): number {
  const steps = rows.flatMap((row) => {
    const [first, second] = [valueIn(row[one]), valueIn(row[other])];
    const size = Math.abs(first) + Math.abs(second);
    return size > 0 ? [Math.abs(first - second) / size] : [];
  });
  return steps.sort((first, second) => first - second)[steps.length >> 1] ?? Number.POSITIVE_INFINITY;
}

/** A number, or the days of a date. */
export function valueIn(cell: unknown): number {
  return typeof cell === 'number'
    ? cell
    : typeof cell === 'string' && /^\d{4}-\d\d/.test(cell)
      ? dayIn(cell)
      : numberIn(cell);
}

/** Whether more of its name is said than what the rows are called. */
export function saysMore(
  tokens: readonly Token[],
  { words }: ColumnLink,
  { profile: { name } }: IndexedTable,
): boolean {
  const own = stemsOfName(name);
  return tokens.some(({ stem }, at) => hasWord(words, at) && !own.includes(stem));
}
