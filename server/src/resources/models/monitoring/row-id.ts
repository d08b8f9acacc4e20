import { createHash } from 'node:crypto';

/** What is kept of the ID of a row: enough to find it again, and nothing of a person's number. */
export function hashRowId(id: unknown): string {
  return createHash('sha256').update(String(id)).digest('base64url').slice(0, 22);
}

export function isGiven(cell: unknown): boolean {
  return cell !== undefined && cell !== null && cell !== '';
}
