import type { Outgoing } from '../../../platform/outgoing/outgoing.ts';
import { cannotBeQueried } from '../failures.ts';
import { basicAuth, callServer, notTheProtocol, parseAnswer } from '../http/call-server.ts';
import { tooLarge } from '../limits.ts';
import { explainQueryError, type TrinoError } from './failures.ts';

export interface TrinoParameters {
  url: string;
  catalog: string;
  schema: string;
  schemas?: string[];
  user: string;
  password?: string;
  token?: string;
}

/** One page of an answer (https://trino.io/docs/current/develop/client-protocol.html). */
export interface Page {
  nextUri?: string;
  columns?: { name: string; type: string }[];
  data?: unknown[][];
  error?: TrinoError;
}

export interface PageLimits {
  signal?: AbortSignal | undefined;
  maxBytes: number;
}

const tries = 5;
const pauseMs = 100;

/** Sends statements to a coordinator, with the settings and the transaction of one query. */
export class TrinoSession {
  readonly #outgoing: Outgoing;
  readonly #parameters: TrinoParameters;
  readonly #timeoutMs: number;
  #transaction = 'NONE';

  constructor(outgoing: Outgoing, parameters: TrinoParameters, timeoutMs: number) {
    this.#outgoing = outgoing;
    this.#parameters = parameters;
    this.#timeoutMs = timeoutMs;
  }

  /** Yields the pages of an answer; ending early, or an aborted signal, ends the query in the database. */
  async *run(sql: string, limits: PageLimits): AsyncGenerator<Page> {
    let next: string | undefined = '/v1/statement';
    let received = 0;
    try {
      while (next !== undefined) {
        const isFirst: boolean = next === '/v1/statement';
        const { page, bytes } = await this.#call(next, isFirst ? sql : undefined, limits);
        received += bytes;
        if (received > limits.maxBytes) throw tooLarge(limits.maxBytes);
        next = this.#pathOf(page.nextUri);
        if (page.error) throw explainQueryError(page.error);
        yield page;
      }
    } finally {
      if (next !== undefined && next !== '/v1/statement') this.#cancel(next);
    }
  }

  /** Begins a read-only transaction, in which every later statement of the session runs. */
  async begin(limits: PageLimits): Promise<void> {
    for await (const _ of this.run('START TRANSACTION READ ONLY', limits));
    if (this.#transaction === 'NONE') throw cannotBeQueried('the server began no transaction', 'url');
  }

  async end(limits: PageLimits): Promise<void> {
    for await (const _ of this.run('ROLLBACK', limits));
  }

  async #call(path: string, sql: string | undefined, limits: PageLimits): Promise<{ page: Page; bytes: number }> {
    for (let left = tries; ; left -= 1) {
      const answer = await callServer(this.#outgoing, {
        method: sql === undefined ? 'GET' : 'POST',
        url: this.#urlOf(path),
        headers: this.#headers(),
        ...(sql === undefined ? {} : { body: sql }),
        ...limits,
      });
      const text = await answer.text();
      // A gateway before it has a moment without a server.
      if ([502, 503, 504].includes(answer.status) && left > 1) {
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
        continue;
      }
      this.#transaction = answer.headers.get('x-trino-started-transaction-id') ?? this.#transaction;
      return { page: readPage(answer.status, text), bytes: text.length };
    }
  }

  #headers(): Record<string, string> {
    const { user, password, token, catalog, schema } = this.#parameters;
    const seconds = Math.ceil(this.#timeoutMs / 1000);
    return {
      'x-trino-user': user,
      'x-trino-catalog': catalog,
      'x-trino-schema': schema,
      'x-trino-source': 'sibyl',
      'x-trino-time-zone': 'UTC',
      'x-trino-session': `query_max_run_time=${seconds}s`,
      'x-trino-transaction-id': this.#transaction,
      ...(token ? { authorization: `Bearer ${token}` } : password ? { authorization: basicAuth(user, password) } : {}),
    };
  }

  #urlOf(path: string): string {
    return this.#parameters.url.replace(/\/+$/, '') + path;
  }

  /** Pages are fetched from the server that was asked, whatever address it says: credentials go there only. */
  #pathOf(uri: string | undefined): string | undefined {
    if (uri === undefined) return undefined;
    const { pathname, search } = new URL(uri, this.#parameters.url);
    const start = pathname.indexOf('/v1/');
    if (start < 0) throw notTheProtocol('Trino', 200);
    return pathname.slice(start) + search;
  }

  #cancel(path: string): void {
    const call = { method: 'DELETE', url: this.#urlOf(path), headers: this.#headers(), maxBytes: 100_000 } as const;
    callServer(this.#outgoing, { ...call, signal: AbortSignal.timeout(10_000) }).catch(() => {}); // the time limit ends it
  }
}

function readPage(status: number, text: string): Page {
  if (status === 401 || status === 403) throw cannotBeQueried(`Trino refuses the credentials (${status})`, 'password');
  const page = parseAnswer(text);
  if (status !== 200 || typeof page !== 'object' || page === null || !('stats' in page))
    throw notTheProtocol('Trino', status);
  return page as Page;
}
