import type { Dispatcher } from 'undici';
import { ServiceError } from '../../errors.ts';
import { Tracing } from '../telemetry/tracing.ts';
import { type Answer, limitBody } from './limit-body.ts';
import { type AskedRequest, readAsked, type SentRequest } from './read-sent.ts';
import { nextHop } from './redirects.ts';
import { traceCall } from './trace-call.ts';

export interface FetchCaps {
  /** Time limit for the whole response. Without it only the caller's signal ends the call. */
  timeoutMs?: number;
  /** Maximum size of the decompressed response. Default 10 MiB. */
  maxBytes?: number;
  /** The same for event streams, which are read piece by piece. Default: `maxBytes`. */
  maxStreamBytes?: number;
  /** Maximum number of redirects, unless the request forbids them. Default 5; 0 follows none. */
  maxRedirects?: number;
}

const defaultBytes = 10 * 1024 * 1024;

type HttpMethod = Dispatcher.HttpMethod;

/** Creates a `fetch` that uses the agent, follows redirects itself and enforces the limits. */
export function createFetcher(
  agent: () => Promise<Dispatcher>,
  caps: FetchCaps,
  tracing = new Tracing(),
): typeof fetch {
  const { timeoutMs, maxBytes = defaultBytes, maxStreamBytes = maxBytes, maxRedirects = 5 } = caps;
  return async (input, init) => {
    const asked = await readAsked(input, init);
    return traceCall(tracing, asked.sent, () => send(asked));
  };

  async function send({ sent, mayRedirect, signal: caller }: AskedRequest): Promise<Response> {
    const { url } = sent;
    const deadline = timeoutMs === undefined ? undefined : new AbortController();
    const timer = deadline && setTimeout(() => deadline.abort(tooSlow(url, timeoutMs)), timeoutMs);
    const signals = [caller, deadline?.signal].filter((one) => one !== undefined);
    const signal = signals.length > 1 ? AbortSignal.any(signals) : signals[0];
    const toError = (error: unknown) => (signal?.aborted ? signal.reason : unreachable(url, error));
    try {
      const answer = await followRedirects(await agent(), sent, { follows: mayRedirect ? maxRedirects : 0, signal });
      return await limitBody(answer, { maxBytes, maxStreamBytes, toError, done: () => clearTimeout(timer) });
    } catch (error) {
      clearTimeout(timer);
      throw toError(error);
    }
  }
}

async function followRedirects(
  dispatcher: Dispatcher,
  first: SentRequest,
  { follows, signal }: { follows: number; signal: AbortSignal | undefined },
): Promise<Answer> {
  let sent = first;
  for (let hop = 0; ; hop += 1) {
    const { url, method } = sent;
    const coding = sent.headers.has('range') ? 'identity' : 'gzip, br';
    const headers = { 'accept-encoding': coding, ...Object.fromEntries(sent.headers) };
    const body = typeof sent.body === 'object' ? new Uint8Array(sent.body) : sent.body;
    const answer = await dispatcher.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: method as HttpMethod,
      headers,
      body,
      signal,
    });
    const next = follows > 0 ? nextHop(sent, answer) : undefined;
    if (next === undefined) return answer;
    answer.body.on('error', () => {}).destroy();
    if (hop === follows) throw new ServiceError('remote_unreachable', `${url.host} redirects more than ${hop} times.`);
    sent = next;
  }
}

function tooSlow({ host }: URL, timeoutMs: number | undefined): ServiceError {
  return new ServiceError('remote_time_limit', `${host} took longer than ${timeoutMs} ms to answer.`);
}

/** Creates the error with host and code only: URLs may contain secrets. */
function unreachable({ host }: URL, error: unknown): ServiceError {
  const causes = causesOf(error);
  const refusal = causes.find((cause) => cause instanceof ServiceError);
  if (refusal) return refusal;
  const codes = causes.flatMap((cause) => (cause instanceof Error && 'code' in cause ? [String(cause.code)] : []));
  const reason = codes[0] ?? 'the connection broke';
  return new ServiceError('remote_unreachable', `${host} cannot be reached: ${reason}.`, { cause: error });
}

function causesOf(error: unknown): unknown[] {
  if (!(error instanceof Error)) return [];
  const inner = error instanceof AggregateError ? error.errors : [];
  return [error, ...[...inner, error.cause].flatMap(causesOf)];
}
