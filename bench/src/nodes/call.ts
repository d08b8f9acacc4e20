export interface Called {
  /** 0 when there was no answer. */
  status: number;
  headers: Headers;
  text: string;
}

export interface CallOptions {
  type?: string;
  headers?: Record<string, string>;
  timeoutMs?: number;
}

/** Sends a request and reads the answer; a failure of the connection has status 0. */
export async function call(
  method: string,
  url: string,
  body?: unknown,
  { type = 'application/json', headers = {}, timeoutMs = 60_000 }: CallOptions = {},
): Promise<Called> {
  try {
    const response = await fetch(url, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': type }), ...headers },
      body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch (error) {
    const reason =
      error instanceof Error ? `${error.message} ${(error.cause as Error | undefined)?.message ?? ''}` : '';
    return { status: 0, headers: new Headers(), text: reason };
  }
}

/** @throws Error when the answer is no success */
export function requireSuccess({ status, text }: Called): Record<string, unknown> {
  if (status < 200 || status > 299) throw new Error(`answered ${status}: ${text.slice(0, 300)}`);
  return text === '' ? {} : JSON.parse(text);
}
