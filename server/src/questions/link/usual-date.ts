import type { IndexedTable } from './indexed-table.ts';

/** Returns the places of columns of dates. */
export function datesOf({ columns }: IndexedTable): number[] {
  return columns.flatMap(({ type }, at) => (/^date/.test(type) ? [at] : []));
}

/** Of several dates the one that says when a row came to be: the first of those that lack fewest. */
export function usualOf(dates: readonly number[], { columns }: IndexedTable): number {
  const lacking = (at: number) => columns[at].nulls ?? 0;
  return dates.toSorted((one, other) => lacking(one) - lacking(other) || one - other)[0];
}
