import type { Problem } from './types.ts';

/** Failures without a response of the service. */
export type ClientErrorCode =
  | 'unreachable'
  | 'timed_out'
  | 'stream_broken'
  | 'unexpected_answer'
  | 'training_failed'
  | 'training_cancelled';

/** The service's closed list of codes, and failures without a response. */
export type ErrorCode = Problem['code'] | ClientErrorCode;

interface Given extends Partial<Omit<Problem, 'code'>> {
  code: ErrorCode;
  detail: string;
}

/** The only error of this package; `code` says what happened. An abort throws the reason of its signal instead. */
export class SibylError extends Error {
  override readonly name = 'SibylError';
  readonly code: ErrorCode;
  /** HTTP status; 0 without a response. */
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  /** The invalid parts of the input, as JSON pointers. */
  readonly errors: NonNullable<Problem['errors']>;
  /** Identifies the request in the service's log. */
  readonly requestId: string | undefined;
  /** Seconds after which to retry, if the service named them. */
  readonly retryAfter: number | undefined;
  readonly #problem: Readonly<Record<string, unknown>>;

  constructor(given: Given, { retryAfter, cause }: { retryAfter?: number | undefined; cause?: unknown } = {}) {
    super(given.detail, cause === undefined ? undefined : { cause });
    this.code = given.code;
    this.status = given.status ?? 0;
    this.title = given.title ?? given.code.replaceAll('_', ' ');
    this.detail = given.detail;
    this.errors = given.errors ?? [];
    this.requestId = given.instance;
    this.retryAfter = retryAfter;
    this.#problem = { ...given };
  }

  /** The whole problem document with its further members, such as `progress`. */
  get problem(): Readonly<Record<string, unknown>> {
    return this.#problem;
  }

  /** Returns whether it is an error of this package and, if codes are given, has one of them. */
  static is<Code extends ErrorCode = ErrorCode>(
    error: unknown,
    ...codes: Code[]
  ): error is SibylError & { code: Code } {
    return error instanceof SibylError && (codes.length === 0 || (codes as string[]).includes(error.code));
  }
}

/** Returns the error that a response describes. */
export async function errorOf(response: Response): Promise<SibylError> {
  const retryAfter = secondsOf(response.headers.get('retry-after'));
  const text = await response.text().catch(() => '');
  const told = problemIn(text);
  if (told) return new SibylError({ instance: idOf(response), status: response.status, ...told }, { retryAfter });
  return new SibylError(unexpected(response, text), { retryAfter });
}

/** Returns the error of a response that is not Sibyl's. */
export function unexpected(response: Response, text: string): Given {
  const { status, url } = response;
  const said = text.trim().slice(0, 200);
  const detail = `${url} did not answer as Sibyl does, but ${status}${said ? `: ${said}` : ''}. Is the url right, is a proxy between?`;
  return { code: 'unexpected_answer', status, detail, instance: idOf(response) };
}

function idOf(response: Response): string {
  return response.headers.get('x-request-id') ?? '';
}

/** Parses a problem document, or an error of the OpenAI protocol. */
function problemIn(text: string): Given | undefined {
  try {
    const body = JSON.parse(text) as {
      code?: ErrorCode;
      detail?: string;
      error?: { code?: ErrorCode; message?: string };
    };
    if (body.code && body.detail !== undefined) return body as Given;
    if (body.error?.code) return { code: body.error.code, detail: body.error.message ?? '' };
  } catch {
    // Not JSON, so not from Sibyl.
  }
  return undefined;
}

function secondsOf(header: string | null): number | undefined {
  if (!header) return undefined;
  const seconds = Number(header);
  if (!Number.isNaN(seconds)) return seconds;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - Date.now()) / 1000);
}
