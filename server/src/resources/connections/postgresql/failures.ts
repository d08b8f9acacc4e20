import { ServiceError } from '../../../errors.ts';
import { cannotBeQueried, databaseSays, explainConnectionFailure, sentence } from '../failures.ts';
import { timeLimit } from '../limits.ts';

interface PostgresFailure {
  code: string;
  message: string;
}

function isPostgresFailure(error: unknown): error is PostgresFailure {
  return error instanceof Error && 'severity' in error && 'code' in error && typeof error.code === 'string';
}

/** Converts PostgreSQL's error about a query into a ServiceError. */
export function explainQueryFailure(error: unknown, timeoutMs: number): unknown {
  if (error instanceof ServiceError || !isPostgresFailure(error)) return explainUnreachable(error);
  const { code, message } = error;
  if (code === '57014') return timeLimit(timeoutMs);
  if (code === '53200') return new ServiceError('query_memory_limit', 'The database ran out of memory.');
  if (code === '25006' || code === '42501') return new ServiceError('query_refused', sentence(message));
  if (/^(?:08|28|3D|53|57P|58|F0|XX)/.test(code))
    return cannotBeQueried(`${message} (${code})`, parametersByClass[code.slice(0, 2)], error);
  return databaseSays('The database', message);
}

const parametersByClass: Readonly<Record<string, string>> = { '28': 'password', '3D': 'database' };

function explainUnreachable(error: unknown): unknown {
  const hasNoTls = error instanceof Error && /does not support SSL/.test(error.message);
  return hasNoTls
    ? cannotBeQueried(`${error.message}; set "ssl": "disable" where that is safe`, 'ssl', error)
    : explainConnectionFailure(error);
}
