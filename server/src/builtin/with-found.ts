import type { FoundValue, TableSummary } from './grounding.ts';

/** Adds values that were sought in all rows to what the sample shows of columns with many. */
export function withFound(table: TableSummary, found: readonly FoundValue[]): TableSummary {
  if (found.length === 0) return table;
  const columns = table.columns.map((column, at) => {
    const own = found.filter((one) => one.column.name === column.name).map(({ value }) => value);
    if (column.values || own.length === 0) return column;
    return { ...column, values: [...new Set([...own, ...(table.sample ?? []).map((row) => row[at])])].filter(isText) };
  });
  return { ...table, columns };
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}
