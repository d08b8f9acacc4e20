import type { Problem } from './types.ts';

/** What can go wrong without an answer of the service. */
export type ClientErrorCode =
  | 'unreachable'
  | 'timed_out'
  | 'stream_broken'
  | 'unexpected_answer'
  | 'training_failed'
  | 'training_cancelled';

/** The closed list of the service, and what can go wrong on the way to it. */
export type ErrorCode = Problem['code'] | ClientErrorCode;

interface Given extends Partial<Omit<Problem, 'code'>> {
  code: ErrorCode;
  detail: string;
}

/** The one error of this package; `code` says what happened. An abort throws the reason of its signal instead. */
export class SibylError extends Error {
  override readonly name = 'SibylError';
  readonly code: ErrorCode;
  /** Status of the answer; 0 when there was none. */
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  /** Where the input is at fault, as JSON pointers into it. */
  readonly errors: NonNullable<Problem['errors']>;
  /** To find the request in the log of the service. */
  readonly requestId: string | undefined;
  /** Seconds after which the service may be asked again, where it said so. */
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

  /** The whole problem document, with members of its own, such as `progress`. */
  get problem(): Readonly<Record<string, unknown>> {
    return this.#problem;
  }

  /** Whether it is an error of this package and, when codes are given, of one of them. */
  static is<Code extends ErrorCode = ErrorCode>(
    error: unknown,
    ...codes: Code[]
  ): error is SibylError & { code: Code } {
    return error instanceof SibylError && (codes.length === 0 || (codes as string[]).includes(error.code));
  }
}

/** The error that an answer tells. */
export async function errorOf(response: Response): Promise<SibylError> {
  const retryAfter = secondsOf(response.headers.get('retry-after'));
  const text = await response.text().catch(() => '');
  const told = problemIn(text);
  if (told) return new SibylError({ instance: idOf(response), status: response.status, ...told }, { retryAfter });
  return new SibylError(unexpected(response, text), { retryAfter });
}

/** Said of an answer that is none of Sibyl's. */
export function unexpected(response: Response, text: string): Given {
  const { status, url } = response;
  const said = text.trim().slice(0, 200);
  const detail = `${url} did not answer as Sibyl does, but ${status}${said ? `: ${said}` : ''}. Is the url right, is a proxy between?`;
  return { code: 'unexpected_answer', status, detail, instance: idOf(response) };
}

function idOf(response: Response): string {
  return response.headers.get('x-request-id') ?? '';
}

/** A problem document, or what the routes of OpenAI's protocol answer in its place. */
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
    // No JSON: somebody else has answered.
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
