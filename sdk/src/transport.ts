import { addressOf } from './address.ts';
import { errorOf, SibylError } from './error.ts';
import { delayAfter, sleep } from './retry.ts';
import { blobOf, counted, isRaw, isStream, streamOf } from './source.ts';
import type { CallOptions, OperationId } from './types.ts';
import { fetchWithProgress, hasXhr } from './xhr.ts';

export interface ClientOptions {
  /** Such as `https://sibyl.example.com`, with the path that it is served under. The page's own origin in a browser, else `http://127.0.0.1:4747`. */
  url?: string | URL;
  /** Secret of a key, or how to get one. Not needed in the open local mode, nor with a session. */
  key?: string | (() => string | Promise<string>);
  /** As `fetch` has it: whether a browser sends the cookie of a session. */
  credentials?: 'omit' | 'same-origin' | 'include';
  /** Sent with every call. */
  headers?: Record<string, string>;
  /** How often a call that failed for a while is repeated; 2. */
  retries?: number;
  /** Milliseconds until an answer has to begin, of each try; without end when absent. */
  timeout?: number;
  fetch?: typeof globalThis.fetch;
}

/** A call in the form that the typed ones come down to. */
export interface LooseInput extends CallOptions {
  path?: object;
  query?: object;
  body?: unknown;
}

type RequestBody = NonNullable<RequestInit['body']>;

/** POSTs that only read. */
const reads = new Set<OperationId>(['predict', 'runQuery', 'searchKnowledgeBase']);

/** Sends calls and repeats those that failed for a while. */
export class Transport {
  readonly #options: ClientOptions;
  readonly #base: string;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#base = baseOf(options.url);
  }

  /** @throws SibylError unless the answer is a success; the reason of the signal when it aborts */
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
    // Browsers stream bodies over HTTP/2 alone.
    if (hasXhr) return blobOf(body);
    return onUploadProgress ? body : streamOf(body);
  }

  async #headers(body: unknown): Promise<Record<string, string>> {
    const { key, headers } = this.#options;
    const secret = typeof key === 'function' ? await key() : key;
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

/** `fetch` wants it said that a stream is sent before the answer is read. */
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

/** A form and a typed Blob say it themselves. */
function contentTypeOf(body: unknown): Record<string, string> {
  if (body === undefined || body instanceof FormData || (body instanceof Blob && body.type)) return {};
  return { 'content-type': isRaw(body) ? 'application/octet-stream' : 'application/json' };
}

function lowerCased(headers: Record<string, string> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** `randomUUID` is missing in pages that come without TLS. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
