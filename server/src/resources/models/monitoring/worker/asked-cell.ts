import type { Column } from '@sibyl/engine/table.ts';

/** Returns a stored cell as a request would send it. */
export function askedCell(column: Column, row: number): string | number | boolean | null {
  if (column.type === 'text') return column.codes[row] < 0 ? null : column.dictionary[column.codes[row]];
  const value = column.values[row];
  if (Number.isNaN(value) || (column.type === 'boolean' && value === 2)) return null;
  if (column.type === 'boolean') return value === 1;
  return column.type === 'time' ? new Date(value).toISOString().replace('T00:00:00.000Z', '') : value;
}
