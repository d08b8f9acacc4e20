/** SQLite's extended result codes and PostgreSQL's SQLSTATE for the constraints that verbs tell apart. */
const uniqueCodes = new Set<unknown>([1555, 2067, '23505']);
const foreignKeyCodes = new Set<unknown>([787, 1811, '23503']);
/** PostgreSQL's alone: SQLite has one writer. */
const conflictCodes = new Set<unknown>(['40001', '40P01']);

function codesOf(error: unknown): unknown[] {
  if (!(error instanceof Error)) return [];
  const { code, errcode } = error as Error & { code?: unknown; errcode?: unknown };
  return [code, errcode];
}

/** Whether a write failed because the key or name is taken, on either engine. */
export function isUniqueViolation(error: unknown): boolean {
  return codesOf(error).some((code) => uniqueCodes.has(code));
}

/** Whether a write failed because the row it points to is gone, or is still pointed to, on either engine. */
export function isForeignKeyViolation(error: unknown): boolean {
  return codesOf(error).some((code) => foreignKeyCodes.has(code));
}

/** Whether a transaction was given up for the sake of another that it waited for in a circle: run again, it may succeed. */
export function isConflict(error: unknown): boolean {
  return codesOf(error).some((code) => conflictCodes.has(code));
}
