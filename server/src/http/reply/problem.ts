import {
  beyondLimit,
  type ErrorCode,
  errorCatalog,
  type InputFault,
  invalidInput,
  isStorageFull,
  ServiceError,
  storageFull,
} from '../../errors.ts';
import { isDamage } from '../../platform/db/sqlite/intact.ts';
import { explainBusy, isForeignKeyViolation } from '../../platform/db/violations.ts';
import { type Finding, inputFaults } from './input-faults.ts';

/** The body of every error response (RFC 9457). */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  instance: string;
  code: ErrorCode;
  errors?: InputFault[];
  [extension: string]: unknown;
}

export const problemType = 'application/problem+json';

/** `prefix` is the path below which the public reaches the service. */
export function problemOf(error: ServiceError, requestId: string, prefix = ''): Problem {
  const { status, title } = errorCatalog[error.code];
  return {
    type: `${prefix}/errors/${error.code}`,
    title,
    status,
    detail: status >= 500 && error.code === 'internal' ? title : error.message,
    instance: requestId,
    code: error.code,
    ...(error.errors ? { errors: error.errors } : {}),
    ...error.extensions,
  };
}

interface FrameworkFailure {
  code?: string;
  statusCode?: number;
  message: string;
  validation?: Finding[];
  validationContext?: string;
}

/**
 * Converts anything thrown into an error of the closed list; unknown errors become `internal`. `bodyLimit` is the
 * route's, in bytes.
 */
export function serviceErrorOf(thrown: unknown, bodyLimit?: number): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  const failure = thrown as FrameworkFailure;
  if (failure?.validation) return validationError(failure.validation, failure.validationContext);
  if (failure?.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return bodyTooLarge(bodyLimit);
  const known = frameworkErrors[failure?.code ?? ''];
  if (known) return new ServiceError(known[0], known[1] ?? failure.message, { cause: thrown });
  if (failure?.statusCode === 400) return new ServiceError('malformed_request', failure.message, { cause: thrown });
  if (isStorageFull(thrown)) return storageFull(thrown);
  if (isForeignKeyViolation(thrown)) return goneMeanwhile(thrown);
  if (isDamage(thrown)) return damaged(thrown);
  const explained = explainBusy(thrown);
  if (explained instanceof ServiceError) return explained;
  return new ServiceError('internal', 'unexpected failure', { cause: thrown });
}

function damaged(cause: unknown): ServiceError {
  const detail = 'The file of the records is damaged: stop the service, and restore its last backup.';
  return new ServiceError('database_damaged', detail, { cause });
}

const frameworkErrors: Record<string, [code: ErrorCode, detail?: string]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type', 'The body must be sent as application/json.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['malformed_request'],
  FST_ERR_BAD_URL: ['malformed_request', 'The address holds a broken percent sign: write it as %25.'],
  FST_ERR_MAX_PARAM_LENGTH: ['invalid_id', 'A name in the address is too long: names have at most 128 characters.'],
};

function bodyTooLarge(limit: number | undefined): ServiceError {
  const value = limit ?? null;
  return beyondLimit('body_too_large', `The body is larger than ${limit} bytes.`, { name: 'json_bytes', value });
}

function validationError(findings: Finding[], context: string | undefined): ServiceError {
  const faults = inputFaults(findings);
  return invalidInput(context === 'querystring' ? faults.map(pointIntoQuery) : faults);
}

function pointIntoQuery({ pointer, ...fault }: InputFault): InputFault {
  return { pointer: pointer.replace(/^\//, '?'), ...fault };
}

/** A record that the change refers to was deleted between the check and the write. The database does not say which. */
function goneMeanwhile(cause: unknown): ServiceError {
  const detail = 'Something that the record belongs to or names was deleted at the same moment; look again and repeat.';
  return new ServiceError('deleted_meanwhile', detail, { cause });
}
