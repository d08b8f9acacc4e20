import type { ProjectLimitName } from './config.ts';

/** Every error code with its HTTP status and title. No other code may be sent. */
export const errorCatalog = {
  invalid_json: { status: 400, title: 'The body is not valid JSON' },
  invalid_input: { status: 400, title: 'The input is not valid' },
  invalid_id: { status: 400, title: 'The name or ID is not valid' },
  malformed_request: { status: 400, title: 'The request is not valid HTTP' },
  unreadable_file: { status: 400, title: 'The file cannot be read as a table' },
  unreadable_document: { status: 400, title: 'The document cannot be read' },
  unauthenticated: { status: 401, title: 'The request has no valid key' },
  invalid_signature: { status: 401, title: 'The request is not signed by its platform' },
  not_permitted: { status: 403, title: 'The key does not allow this' },
  forbidden_host: { status: 403, title: 'The Host header is not allowed' },
  forbidden_origin: { status: 403, title: 'Requests from this origin are not allowed' },
  route_not_found: { status: 404, title: 'There is no route at this path' },
  project_not_found: { status: 404, title: 'There is no such project' },
  table_not_found: { status: 404, title: 'There is no such table' },
  model_not_found: { status: 404, title: 'There is no such model' },
  prediction_not_found: { status: 404, title: 'The model has no such batch of predictions' },
  agent_not_found: { status: 404, title: 'There is no such agent' },
  message_not_found: { status: 404, title: 'There is no such message' },
  evaluation_not_found: { status: 404, title: 'There is no such evaluation' },
  conversation_not_found: { status: 404, title: 'There is no such conversation' },
  skill_not_found: { status: 404, title: 'There is no such skill' },
  version_not_found: { status: 404, title: 'There is no such version' },
  tool_not_found: { status: 404, title: 'There is no such tool' },
  knowledge_base_not_found: { status: 404, title: 'There is no such knowledge base' },
  document_not_found: { status: 404, title: 'There is no such document' },
  webhook_not_found: { status: 404, title: 'There is no such webhook' },
  delivery_not_found: { status: 404, title: 'The webhook has no such delivery' },
  connection_not_found: { status: 404, title: 'There is no such connection' },
  chatbot_not_found: { status: 404, title: 'There is no such chatbot' },
  trash_entry_not_found: { status: 404, title: 'There is no such entry in the trash' },
  key_not_found: { status: 404, title: 'There is no such key' },
  method_not_allowed: { status: 405, title: 'The route does not support this method' },
  not_acceptable: { status: 406, title: 'The response is not available in an accepted content type' },
  request_timeout: { status: 408, title: 'The request took too long to arrive' },
  agent_in_use: { status: 409, title: 'Chatbots use the agent' },
  name_taken: { status: 409, title: 'The name is taken' },
  project_not_empty: { status: 409, title: 'The project is not empty' },
  skill_in_use: { status: 409, title: 'Agents use the skill' },
  model_not_ready: { status: 409, title: 'The model has no trained version yet' },
  wrong_state: { status: 409, title: 'The record is not in a state that allows this' },
  deleted_meanwhile: { status: 409, title: 'A record that this one needs was deleted at the same time' },
  conversation_busy: { status: 409, title: 'Another turn of the conversation is still running' },
  secret_unreadable: { status: 409, title: 'A secret was encrypted with another master key' },
  last_admin_key: { status: 409, title: 'No admin key would remain' },
  answer_lost: { status: 409, title: 'The request was carried out, but its response is lost' },
  request_in_progress: { status: 409, title: 'A request with this Idempotency-Key is still running' },
  events_gone: { status: 410, title: 'Events after the given one are no longer kept' },
  stale_record: { status: 412, title: 'The record has changed' },
  body_too_large: { status: 413, title: 'The body is too large' },
  upload_too_large: { status: 413, title: 'The upload is too large' },
  query_too_long: { status: 413, title: 'The SQL is too long' },
  too_many_rows: { status: 413, title: 'The request has too many rows' },
  unsupported_media_type: { status: 415, title: 'The content type is not supported' },
  column_not_found: { status: 422, title: 'The table has no such column' },
  not_comparable: { status: 422, title: 'The models cannot be compared' },
  rows_do_not_fit: { status: 422, title: 'The rows do not fit the table' },
  query_refused: { status: 422, title: 'The query is not allowed' },
  query_failed: { status: 422, title: 'The query failed' },
  query_time_limit: { status: 422, title: 'The query ran out of time' },
  query_memory_limit: { status: 422, title: 'The query ran out of memory' },
  address_not_allowed: { status: 422, title: 'The address may not be called' },
  agent_loop: { status: 422, title: 'The agents call each other in a loop, too deeply or too often' },
  prediction_not_finite: { status: 422, title: 'The prediction is not a finite number' },
  provider_refused_request: { status: 422, title: 'The provider of the language model refused the request' },
  embedding_mismatch: { status: 422, title: 'The vectors do not match those of the knowledge base' },
  idempotency_key_reused: { status: 422, title: 'The Idempotency-Key was used with another body' },
  too_many_records: { status: 422, title: 'The project has reached its limit of such records' },
  project_full: { status: 422, title: 'The project has reached its limit of stored bytes' },
  rate_limited: { status: 429, title: 'Too many requests' },
  tokens_used_up: { status: 429, title: 'The tokens of the day are used up' },
  headers_too_large: { status: 431, title: 'The request headers are too large' },
  request_cancelled: { status: 499, title: 'The caller disconnected before the response' },
  internal: { status: 500, title: 'Something went wrong inside the service' },
  database_damaged: { status: 500, title: 'The records of the service are damaged' },
  model_damaged: { status: 500, title: 'The file of the model is damaged' },
  connection_failed: { status: 502, title: 'The database cannot be queried' },
  tool_failed: { status: 502, title: 'A tool of the skill failed' },
  remote_unreachable: { status: 502, title: 'The remote service cannot be reached' },
  remote_answer_too_large: { status: 502, title: 'The response of the remote service is too large' },
  provider_rejected_credentials: { status: 502, title: 'The provider of the language model rejected the key' },
  provider_failed: { status: 502, title: 'The provider of the language model failed' },
  too_many_listeners: { status: 503, title: 'Too many event streams are open' },
  backend_unavailable: { status: 503, title: 'The database or the file store cannot be reached' },
  overloaded: { status: 503, title: 'The service is overloaded' },
  queue_full: { status: 503, title: 'The queue is full' },
  issuer_unavailable: { status: 503, title: 'The token issuer cannot be reached' },
  chatbot_stopped: { status: 503, title: 'The chatbot is not running' },
  shutting_down: { status: 503, title: 'The service is shutting down' },
  provider_rate_limited: { status: 503, title: 'The provider of the language model limits the request rate' },
  provider_unavailable: { status: 503, title: 'The provider of the language model cannot be reached' },
  language_model_not_configured: { status: 503, title: 'No language model is configured' },
  remote_time_limit: { status: 504, title: 'The remote service took too long' },
  provider_timeout: { status: 504, title: 'There was no answer in time' },
  storage_full: { status: 507, title: 'The disk of the service is full' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ErrorCode = keyof typeof errorCatalog;

/** One invalid field. `pointer` is a JSON pointer into the body, or `?name` for a query parameter. */
export interface InputFault {
  pointer: string;
  code: string;
  detail: string;
}

/** The name of each limit, as projects, errors, events and metrics use it: those of projects and those of the service. */
export type LimitName =
  | ProjectLimitName
  | 'json_bytes'
  | 'completion_first_token_ms'
  | 'explained_rows'
  | 'truth_rows'
  | 'waiting_truths'
  | 'predictions_queued'
  | 'embeddings_queued'
  | 'jobs_queued'
  | 'time_budget_seconds'
  | 'event_listeners'
  | 'form_parts'
  | 'body_bytes'
  | 'answer_bytes'
  | 'waiting_requests'
  | 'waiting_bytes'
  | 'memory_bytes'
  | 'storage_bytes'
  | 'visitor_messages'
  | 'visitor_streams'
  | 'visitor_visits';

/** A limit and its value; null when the limit has no fixed value. */
export interface LimitFigure {
  name: LimitName;
  value: number | null;
}

interface ErrorExtras {
  errors?: InputFault[];
  /** Extra members of the problem document, such as the progress of a model that is still training. */
  extensions?: Record<string, unknown>;
  headers?: Record<string, string>;
  cause?: unknown;
}

/** The only error that verbs throw: a code of `errorCatalog` and a sentence for the caller. */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly errors: InputFault[] | undefined;
  readonly extensions: Record<string, unknown> | undefined;
  readonly headers: Record<string, string> | undefined;

  constructor(code: ErrorCode, detail: string, { errors, extensions, headers, cause }: ErrorExtras = {}) {
    super(detail, { cause });
    this.name = 'ServiceError';
    this.code = code;
    this.errors = errors;
    this.extensions = extensions;
    this.headers = headers;
  }

  get status(): number {
    return errorCatalog[this.code].status;
  }
}

/** Creates the error for an exceeded limit. The response names the limit and its value, and an event is written. */
export function beyondLimit(
  code: ErrorCode,
  detail: string,
  { name, value }: LimitFigure,
  { extensions, ...extras }: ErrorExtras = {},
): ServiceError {
  return new ServiceError(code, detail, { ...extras, extensions: { ...extensions, limit_name: name, limit: value } });
}

/** Returns the limit that caused the error; undefined for other errors. */
export function limitOf({ extensions }: ServiceError): LimitFigure | undefined {
  const { limit_name: name, limit } = extensions ?? {};
  return name === undefined ? undefined : { name: name as LimitName, value: limit as number | null };
}

/** Maximum faults that one error lists. */
export const mostFaults = 100;

/** Creates the error for invalid input. It lists up to a hundred faults; its sentence describes the first. */
export function invalidInput(errors: InputFault[]): ServiceError {
  const [{ pointer, detail }] = errors;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  return new ServiceError('invalid_input', `${pointer || 'the body'} ${detail.replace(/\.$/, '')}${more}.`, {
    errors: errors.slice(0, mostFaults),
  });
}

/** Returns whether the disk is full: ENOSPC, SQLITE_FULL (13), or DuckDB's message, which has no code. */
export function isStorageFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as Error & { code?: unknown; errcode?: unknown };
  return code === 'ENOSPC' || code === 'EDQUOT' || errcode === 13 || /No space left on device/.test(error.message);
}

/** Returns whether the disk is full, as the system says it, or as `storageFull` does. */
export function tellsOfFullDisk(error: unknown): boolean {
  return isStorageFull(error) || (error instanceof ServiceError && error.code === 'storage_full');
}

export function storageFull(cause: unknown): ServiceError {
  const detail = 'The disk of the service is full; nothing was stored.';
  return beyondLimit('storage_full', detail, { name: 'storage_bytes', value: null }, { cause });
}

/** Returns whether the database or the store of files was away, so that the same work may succeed later. */
export function isOutage(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'backend_unavailable';
}

/** Creates the error for one invalid field that a schema could not detect. */
export function invalidField(pointer: string, detail: string, code: string = 'invalid'): ServiceError {
  return invalidInput([{ pointer, code, detail }]);
}
