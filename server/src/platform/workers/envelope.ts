import { type ErrorCode, type InputFault, ServiceError } from '../../errors.ts';

/**
 * An error in a message between the service and a worker: all fields of a `ServiceError`, or what the log needs of any
 * other error.
 */
export type SentError =
  | {
      kind: 'service';
      code: ErrorCode;
      message: string;
      errors?: InputFault[];
      extensions?: Record<string, unknown>;
      headers?: Record<string, string>;
    }
  /** `code` and `errcode` as Node and SQLite set them. */
  | { kind: 'unexpected'; message: string; name?: string; stack?: string; code?: unknown; errcode?: unknown };

export function packError(thrown: unknown): SentError {
  if (thrown instanceof ServiceError) {
    const { code, message, errors, extensions, headers } = thrown;
    return { kind: 'service', code, message, errors, extensions, headers };
  }
  if (!(thrown instanceof Error)) return { kind: 'unexpected', message: String(thrown) };
  const { name, message, stack, code, errcode } = thrown as Error & { code?: unknown; errcode?: unknown };
  return { kind: 'unexpected', name, message, stack, code, errcode };
}

/** Returns the error with its original stack. */
export function unpackError(sent: SentError): Error {
  if (sent.kind === 'service') {
    const { code, message, ...extras } = sent;
    return new ServiceError(code, message, extras);
  }
  const { kind, message, ...given } = sent;
  return Object.assign(new Error(message), given);
}
