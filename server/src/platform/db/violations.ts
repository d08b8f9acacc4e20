import { ServiceError } from '../../errors.ts';

/** SQLite's extended result codes and PostgreSQL's SQLSTATEs of the constraints that verbs distinguish. */
const uniqueCodes = new Set<unknown>([1555, 2067, '23505']);
const foreignKeyCodes = new Set<unknown>([787, 1811, '23503']);
/** SQLITE_TOOBIG, SQLITE_CONSTRAINT and SQLITE_MISMATCH; PostgreSQL's are of the classes 22 and 23. */
const refusedDataCodes = new Set([18, 19, 20]);
/** PostgreSQL only: SQLite has one writer. */
const conflictCodes = new Set<unknown>(['40001', '40P01']);
/** PostgreSQL's limits of time for locks and statements, and what stays a conflict after all attempts. */
const busyCodes = new Set<unknown>(['55P03', '57014', ...conflictCodes]);
/** SQLITE_BUSY and SQLITE_LOCKED: another process holds the file. */
const lockedCodes = new Set([5, 6]);

function codesOf(error: unknown): unknown[] {
  if (!(error instanceof Error)) return [];
  const { code, errcode } = error as Error & { code?: unknown; errcode?: unknown };
  return [code, errcode];
}

/** Returns whether a write failed because a key or name is taken. */
export function isUniqueViolation(error: unknown): boolean {
  return codesOf(error).some((code) => uniqueCodes.has(code));
}

/** Returns whether a write failed because a referenced row is gone, or the row is still referenced. */
export function isForeignKeyViolation(error: unknown): boolean {
  return codesOf(error).some((code) => foreignKeyCodes.has(code));
}

/** Returns whether a write failed by its values, such as one out of range: it would fail again whenever it is repeated. */
export function isRefusedData(error: unknown): boolean {
  return codesOf(error).some((code) =>
    typeof code === 'number' ? refusedDataCodes.has(code & 0xff) : /^2[23]\w{3}$/.test(String(code)),
  );
}

/** Returns whether PostgreSQL aborted the transaction because of a conflict; a retry may succeed. */
export function isConflict(error: unknown): boolean {
  return codesOf(error).some((code) => conflictCodes.has(code));
}

/** Returns the caller's error where others held the database for too long; else the error itself. */
export function explainBusy(error: unknown): unknown {
  const [code, errcode] = codesOf(error); // other errors have small numbers for codes, too
  const isLocked = typeof errcode === 'number' && lockedCodes.has(errcode & 0xff);
  if (!isLocked && !busyCodes.has(code)) return error;
  const detail =
    'The database of the service is locked by others at the moment, so the change was not stored; try again soon.';
  return new ServiceError('backend_unavailable', detail, { cause: error });
}
