import { createHash } from 'node:crypto';
import { rowIdColumn } from '../serving/row-writer.ts';

type RowId = string | number | bigint;

/** What is kept of the ID of a row: enough to find it again, and nothing of a person's number. */
export function hashRowId(id: RowId): string {
  return createHash('sha256').update(String(id)).digest('base64url').slice(0, 22);
}

export function isGiven(cell: unknown): boolean {
  return cell !== undefined && cell !== null && cell !== '';
}

/** Returns a cell that was sent; undefined for what an object has by itself, such as a column called `constructor`. */
export function cellOf(row: Record<string, unknown>, column: string): unknown {
  return Object.hasOwn(row, column) ? row[column] : undefined;
}

/** Returns whether a cell can name a row. */
export function isRowId(cell: unknown): cell is RowId {
  return typeof cell === 'number' || typeof cell === 'bigint' || (typeof cell === 'string' && cell !== '');
}

/** The columns that may name a row, the first ones before the others; `id` does where the model does not learn from it. */
export function idColumns(inputs: readonly string[], named: string | null): string[] {
  const others = [named, rowIdColumn, inputs.includes('id') ? null : 'id'].filter((name) => name !== null);
  return [...new Set(others)];
}
