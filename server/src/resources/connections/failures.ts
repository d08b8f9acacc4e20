import { ServiceError } from '../../errors.ts';

/** Makes the error of a database that says no to a query, in its own words. */
export function databaseSays(database: string, message: string): ServiceError {
  return new ServiceError('query_failed', `${database} says: ${sentence(message)}`);
}

/**
 * Makes the error of a database that cannot be queried at all. `parameter` is the one to look at. Messages of drivers
 * and servers contain no secrets.
 */
export function cannotBeQueried(message: string, parameter?: string, cause?: unknown): ServiceError {
  const hint = parameter === undefined ? '' : ` Look at \`parameters.${parameter}\`.`;
  const detail = `The database cannot be queried: ${sentence(message)}${hint}`;
  const errors = parameter && [{ pointer: `/parameters/${parameter}`, code: 'connection_failed', detail: message }];
  return new ServiceError('connection_failed', detail, { cause, ...(errors ? { errors } : {}) });
}

/** Converts the failure of a socket or driver. */
export function explainConnectionFailure(error: unknown): unknown {
  if (error instanceof ServiceError) return error;
  // Our own reading failed: what the server sent has another shape than its protocol says.
  if (error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError)
    return cannotBeQueried('its server answers in a form that is not understood', undefined, error);
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return cannotBeQueried(code ? `${message} (${code})` : message, parametersByCode[code], error);
}

const parametersByCode: Readonly<Record<string, string>> = {
  ENOTFOUND: 'host',
  EAI_AGAIN: 'host',
  EHOSTUNREACH: 'host',
  ECONNREFUSED: 'port',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'ca',
  SELF_SIGNED_CERT_IN_CHAIN: 'ca',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'ca',
  ERR_TLS_CERT_ALTNAME_INVALID: 'host',
  CERT_HAS_EXPIRED: 'ssl',
};

export function sentence(text: string): string {
  return `${text.trim().slice(0, 1000).replace(/\.$/, '')}.`;
}
