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

/** Returns whether a cell can name a row. */
export function isRowId(cell: unknown): cell is RowId {
  return typeof cell === 'number' || typeof cell === 'bigint' || (typeof cell === 'string' && cell !== '');
}

/** The columns that may name a row, the first ones before the others; `id` does where the model does not learn from it. */
export function idColumns(inputs: readonly string[], named: string | null): string[] {
  const others = [named, rowIdColumn, inputs.includes('id') ? null : 'id'].filter((name) => name !== null);
  return [...new Set(others)];
}
