import { binsOf, type ColumnReference, type Reference } from './reference.ts';

/** Returns whether a reference has what was not kept at first: the range of numbers, and the single values. */
export function isWhole({ columns }: Reference): boolean {
  return columns.every(isWholeColumn);
}

function isWholeColumn(column: ColumnReference): boolean {
  if (column.form === 'category') return column.singles !== undefined;
  const isEmpty = column.counts.slice(0, binsOf(column)).every((count) => count === 0);
  return column.range !== undefined || isEmpty;
}

/**
 * Adds to a reference what it lacks, from one that is made anew. Its bins stay: of many training rows others are drawn
 * each time, and the rows of windows that go on are counted in the bins that they had.
 */
export function completed(known: Reference, fresh: Reference): Reference {
  const byName = new Map(fresh.columns.map((column) => [column.name, column]));
  return { ...known, columns: known.columns.map((column) => completedColumn(column, byName.get(column.name))) };
}

function completedColumn(column: ColumnReference, fresh: ColumnReference | undefined): ColumnReference {
  if (isWholeColumn(column) || fresh?.form !== column.form) return column;
  if (column.form === 'category') return { ...column, singles: fresh.singles ?? 0 };
  if (!fresh.range) return column;
  // The rows that were drawn at first reach at least from edge to edge.
  const range: [number, number] = [
    Math.min(fresh.range[0], ...column.edges.slice(0, 1)),
    Math.max(fresh.range[1], ...column.edges.slice(-1)),
  ];
  return { ...column, range, counts: [...column.counts, 0, 0] };
}
