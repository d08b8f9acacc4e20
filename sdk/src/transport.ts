import { addressOf } from './address.ts';
import { errorOf, SibylError } from './error.ts';
import { delayAfter, sleep } from './retry.ts';
import { blobOf, counted, isRaw, isStream, streamOf } from './source.ts';
import type { CallOptions, OperationId } from './types.ts';
import { fetchWithProgress, hasXhr } from './xhr.ts';

export interface ClientOptions {
  /**
   * Such as `https://sibyl.example.com`, with any path prefix. Default: the page's origin in a browser, otherwise
   * `http://127.0.0.1:4747`.
   */
  url?: string | URL;
  /** Secret of a key, or a function that returns one. Not needed in the open local mode, nor with a session. */
  key?: string | (() => string | Promise<string>);
  /** As for `fetch`: whether a browser sends the session cookie. */
  credentials?: 'omit' | 'same-origin' | 'include';
  /** Sent with every call. */
  headers?: Record<string, string>;
  /** How often a call is retried after a temporary failure; default 2. */
  retries?: number;
  /** Milliseconds until the response must begin, for each attempt; unlimited by default. */
  timeout?: number;
  fetch?: typeof globalThis.fetch;
}

/** The untyped form of a call. */
export interface LooseInput extends CallOptions {
  path?: object;
  query?: object;
  body?: unknown;
}

type RequestBody = NonNullable<RequestInit['body']>;

/** POST operations that only read. */
const reads = new Set<OperationId>(['predict', 'runQuery', 'searchKnowledgeBase']);

/** Sends calls and retries temporary failures. */
export class Transport {
  readonly #options: ClientOptions;
  readonly #base: string;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#base = baseOf(options.url);
  }

  /** @throws SibylError for a failure; the reason of the signal when aborted */
  async send(id: OperationId, input: LooseInput = {}): Promise<Response> {
    const { method, path, takesKey } = addressOf(id, input.path, input.query);
    const body = await this.#bodyOf(input);
    const key = takesKey ? { 'idempotency-key': input.idempotencyKey ?? randomKey() } : {};
    const headers = { ...(await this.#headers(input.body)), ...key, ...lowerCased(input.headers) };
    const isRepeatable = method !== 'POST' || takesKey || reads.has(id);
    const retries = isStream(body) ? 0 : (input.retries ?? this.#options.retries ?? 2);
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.#attempt(this.#base + path, { method, headers, body: body as RequestBody }, input);
      } catch (error) {
        const delay = SibylError.is(error) && attempt < retries ? delayAfter(error, attempt, isRepeatable) : undefined;
        if (delay === undefined) throw error;
        await sleep(delay, input.signal);
      }
    }
  }

  async #bodyOf({ body, onUploadProgress }: LooseInput): Promise<unknown> {
    if (body === undefined) return undefined;
    if (!isRaw(body)) return typeof body === 'string' ? body : JSON.stringify(body);
    if (!isStream(body)) return body;
    // Browsers stream bodies only over HTTP/2.
    if (hasXhr) return blobOf(body);
    return onUploadProgress ? body : streamOf(body);
  }

  async #headers(body: unknown): Promise<Record<string, string>> {
    const { key, headers } = this.#options;
    const secret = typeof key === 'function' ? await key() : key;
    // The error of `fetch` would contain it.
    if (secret && !/^[\x21-\x7e]+$/.test(secret))
      throw new TypeError('key must be one word without spaces, line breaks and signs beyond ASCII');
    return {
      ...(secret ? { authorization: `Bearer ${secret}` } : {}),
      ...contentTypeOf(body),
      ...lowerCased(headers),
    };
  }

  async #attempt(url: string, init: RequestInit, input: LooseInput): Promise<Response> {
    const timeout = input.timeout ?? this.#options.timeout;
    const clock = timeout === undefined ? undefined : new AbortController();
    const timer = clock && setTimeout(() => clock.abort(), timeout);
    const signals = [input.signal, clock?.signal].filter((signal) => signal !== undefined);
    const signal = signals.length > 1 ? AbortSignal.any(signals) : signals[0];
    try {
      const response = await this.#fetch(url, { ...init, ...(signal ? { signal } : {}) }, input);
      if (!response.ok && response.status !== 304) throw await errorOf(response);
      return response;
    } catch (error) {
      throw reasonOf(error, url, input.signal, clock?.signal.aborted ? timeout : undefined);
    } finally {
      clearTimeout(timer);
    }
  }

  #fetch(url: string, init: RequestInit, { onUploadProgress }: LooseInput): Promise<Response> {
    const { fetch = globalThis.fetch, credentials } = this.#options;
    const given = credentials ? { ...init, credentials } : init;
    if (!onUploadProgress || given.body === undefined) return fetch(url, halfDuplex(given));
    if (hasXhr) return fetchWithProgress(url, given, onUploadProgress);
    return fetch(url, halfDuplex({ ...given, body: counted(given.body, onUploadProgress) }));
  }
}

/** `fetch` requires this option for a body that is a stream. */
function halfDuplex(init: RequestInit): RequestInit {
  return isStream(init.body) ? ({ ...init, duplex: 'half' } as RequestInit) : init;
}

function reasonOf(error: unknown, url: string, signal: AbortSignal | undefined, timeout: number | undefined): unknown {
  if (signal?.aborted) return signal.reason;
  if (SibylError.is(error)) return error;
  const { origin } = new URL(url);
  if (timeout !== undefined)
    return new SibylError({ code: 'timed_out', detail: `${origin} did not answer within ${timeout} ms.` });
  const cause = (error as { cause?: { code?: string; message?: string } }).cause;
  const why = cause?.code ?? cause?.message ?? (error instanceof Error ? error.message : String(error));
  return new SibylError({ code: 'unreachable', detail: `${origin} cannot be reached (${why}).` }, { cause: error });
}

function baseOf(url: string | URL | undefined): string {
  const page = (globalThis as { location?: { origin: string } }).location?.origin;
  const home = page?.startsWith('http') ? page : 'http://127.0.0.1:4747';
  const text = String(url ?? home);
  if (!/^(https?:\/\/|\/)/.test(text))
    throw new TypeError(
      `url must begin with http:// or https://, such as http://127.0.0.1:4747, got ${JSON.stringify(text)}`,
    );
  const { origin, pathname } = new URL(text, home);
  return origin + pathname.replace(/\/+$/, '');
}

/** A form or a typed Blob sets its own type. */
function contentTypeOf(body: unknown): Record<string, string> {
  if (body === undefined || body instanceof FormData || (body instanceof Blob && body.type)) return {};
  return { 'content-type': isRaw(body) ? 'application/octet-stream' : 'application/json' };
}

function lowerCased(headers: Record<string, string> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** Pages without TLS have no `randomUUID`. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
