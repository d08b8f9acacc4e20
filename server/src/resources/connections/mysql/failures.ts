import { ServiceError } from '../../../errors.ts';
import { cannotBeQueried, databaseSays, explainConnectionFailure, sentence } from '../failures.ts';
import { timeLimit } from '../limits.ts';

interface MysqlFailure extends Error {
  errno: number;
  sqlState: string;
}

function isMysqlFailure(error: unknown): error is MysqlFailure {
  return error instanceof Error && 'errno' in error && 'sqlState' in error && typeof error.sqlState === 'string';
}

/** Statements that ran out of time: MySQL's, MariaDB's, and one that was killed. */
const outOfTime = new Set([3024, 1969, 1317]);
/** Writes in a read-only transaction, and missing rights. */
const notAllowed = new Set([1792, 1142, 1143, 1227, 1370, 1290]);
const outOfMemory = new Set([1037, 1038, 1041, 3170]);
const wrongParameters: Readonly<Record<number, string>> = {
  1045: 'password',
  1698: 'password',
  1044: 'database',
  1049: 'database',
  1251: 'user',
  3159: 'ssl',
};

/** Converts the server's error about a query into a ServiceError. */
export function explainQueryFailure(error: unknown, timeoutMs: number): unknown {
  if (isMissingTls(error))
    return cannotBeQueried(`${error.message}; set "ssl": "disable" where that is safe`, 'ssl', error);
  if (!isMysqlFailure(error)) return explainConnectionFailure(error);
  const { errno, message } = error;
  if (outOfTime.has(errno)) return timeLimit(timeoutMs);
  if (notAllowed.has(errno)) return new ServiceError('query_refused', `The database says: ${sentence(message)}`);
  if (outOfMemory.has(errno)) return new ServiceError('query_memory_limit', 'The database ran out of memory.');
  if (errno in wrongParameters || error.sqlState.startsWith('08'))
    return cannotBeQueried(`${message} (${errno})`, wrongParameters[errno], error);
  return databaseSays('The database', message);
}

function isMissingTls(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === 'HANDSHAKE_NO_SSL_SUPPORT';
}
