import { ServiceError } from '../../../errors.ts';
import { cannotBeQueried, databaseSays, sentence } from '../failures.ts';

/** https://trino.io/docs/current/develop/client-protocol.html#queryerror */
export interface TrinoError {
  message: string;
  errorName: string;
  errorType: 'USER_ERROR' | 'INTERNAL_ERROR' | 'INSUFFICIENT_RESOURCES' | 'EXTERNAL';
}

const wrongParameters: Readonly<Record<string, string>> = {
  CATALOG_NOT_FOUND: 'catalog',
  SCHEMA_NOT_FOUND: 'schema',
  MISSING_CATALOG_NAME: 'catalog',
};

/** Converts Trino's error about a query into a ServiceError. */
export function explainQueryError({ message, errorName, errorType }: TrinoError): ServiceError {
  if (/TIME_LIMIT|USER_CANCELED|ADMINISTRATIVELY_KILLED/.test(errorName))
    return new ServiceError('query_time_limit', `Trino says: ${sentence(message)}`);
  if (errorName === 'READ_ONLY_VIOLATION' || errorName === 'PERMISSION_DENIED')
    return new ServiceError('query_refused', `Trino says: ${sentence(message)}`);
  if (errorName in wrongParameters) return cannotBeQueried(`Trino says: ${message}`, wrongParameters[errorName]);
  if (/MEMORY_LIMIT|TOO_LARGE/.test(errorName))
    return new ServiceError('query_memory_limit', `Trino says: ${sentence(message)}`);
  return errorType === 'USER_ERROR' ? databaseSays('Trino', message) : cannotBeQueried(`Trino says: ${message}`);
}
