import { beyondLimit, ServiceError } from '../../../errors.ts';

interface PostgresFailure {
  code: string;
  message: string;
}

function isPostgresFailure(error: unknown): error is PostgresFailure {
  return error instanceof Error && 'severity' in error && 'code' in error && typeof error.code === 'string';
}

/** Converts PostgreSQL's error about a query into a ServiceError. */
export function explainQueryFailure(error: unknown, timeoutMs: number): unknown {
  if (error instanceof ServiceError || !isPostgresFailure(error)) return explainConnectionFailure(error);
  if (error.code === '57014') return timeLimit(timeoutMs);
  if (error.code === '53200') return new ServiceError('query_memory_limit', 'The database ran out of memory.');
  if (error.code === '25006' || error.code === '42501')
    return new ServiceError('query_refused', sentence(error.message));
  if (/^(?:08|28|3D|53|57P|58|F0|XX)/.test(error.code)) return explainConnectionFailure(error);
  return new ServiceError('query_failed', `The database says: ${sentence(error.message)}`);
}

export function timeLimit(timeoutMs: number): ServiceError {
  const limit = { name: 'query_timeout_ms', value: timeoutMs } as const;
  return beyondLimit('query_time_limit', `The query took longer than ${timeoutMs} ms.`, limit);
}

/** Converts a connection failure into a ServiceError. Messages of drivers and servers contain no secrets. */
export function explainConnectionFailure(error: unknown): unknown {
  if (error instanceof ServiceError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
  const hint = /does not support SSL/.test(message) ? '; set "ssl": "disable" where that is safe' : '';
  return new ServiceError('connection_failed', `The database cannot be queried: ${sentence(message + code + hint)}`, {
    cause: error,
  });
}

function sentence(text: string): string {
  return `${text.trim().slice(0, 1000).replace(/\.$/, '')}.`;
}
