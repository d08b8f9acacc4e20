import { type ErrorCode, errorCatalog, type InputFault, ServiceError } from '../errors.ts';

/** The body of every answer that is not a success (RFC 9457). */
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

export function problemOf(error: ServiceError, requestId: string): Problem {
  const { status, title } = errorCatalog[error.code];
  return {
    type: `/errors/${error.code}`,
    title,
    status,
    detail: status >= 500 && error.code === 'internal' ? title : error.message,
    instance: requestId,
    code: error.code,
    ...(error.errors ? { errors: error.errors } : {}),
    ...error.extensions,
  };
}

interface FastifyFailure {
  code?: string;
  statusCode?: number;
  message: string;
  validation?: { instancePath: string; keyword: string; message?: string; params: Record<string, unknown> }[];
  validationContext?: string;
}

const frameworkCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_request',
  FST_ERR_BAD_URL: 'malformed_request',
  FST_ERR_MAX_PARAM_LENGTH: 'invalid_id',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_json',
};

/** Turns whatever was thrown into an error of the closed list; what is unknown becomes `internal`. */
export function serviceErrorOf(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  const failure = thrown as FastifyFailure;
  if (failure?.validation) return validationError(failure);
  const code = frameworkCodes[failure?.code ?? ''];
  if (code) return new ServiceError(code, failure.message, { cause: thrown });
  if (failure?.statusCode === 429) return new ServiceError('rate_limited', failure.message, { cause: thrown });
  if (failure?.statusCode === 400) return new ServiceError('malformed_request', failure.message, { cause: thrown });
  return new ServiceError('internal', 'unexpected failure', { cause: thrown });
}

function validationError({ validation = [], validationContext }: FastifyFailure): ServiceError {
  const errors = validation.map((fault) => describeFault(fault, validationContext));
  const [first] = errors;
  return new ServiceError('invalid_input', `${first.pointer || 'the body'} ${first.detail}`, { errors });
}

function describeFault(
  { instancePath, keyword, message, params }: NonNullable<FastifyFailure['validation']>[number],
  context: string | undefined,
): InputFault {
  const extra = params.additionalProperty ?? params.unevaluatedProperty ?? params.missingProperty;
  const path = extra === undefined ? instancePath : `${instancePath}/${escapePointer(String(extra))}`;
  const pointer = context === 'querystring' ? path.replace(/^\//, '?') : path;
  return { pointer, code: keywordCodes[keyword] ?? 'invalid', detail: sentence(keyword, message, params) };
}

const keywordCodes: Record<string, string> = {
  additionalProperties: 'unknown_field',
  required: 'required',
  type: 'wrong_type',
  enum: 'not_allowed',
  const: 'not_allowed',
  pattern: 'wrong_format',
  minLength: 'too_short',
  maxLength: 'too_long',
  minimum: 'too_small',
  maximum: 'too_large',
  minItems: 'too_few',
  maxItems: 'too_many',
};

function sentence(keyword: string, message: string | undefined, params: Record<string, unknown>): string {
  if (keyword === 'additionalProperties') return 'is not a field of this body';
  if (keyword === 'required') return 'is required';
  if (keyword === 'enum') return `must be one of ${(params.allowedValues as unknown[]).join(', ')}`;
  return message ?? 'is not valid';
}

/** Escapes one segment of a JSON pointer (RFC 6901). */
export function escapePointer(segment: string): string {
  return segment.replaceAll('~', '~0').replaceAll('/', '~1');
}
