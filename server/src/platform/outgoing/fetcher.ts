import type { Dispatcher, Response as UndiciResponse } from 'undici';
import { ServiceError } from '../../errors.ts';
import { Tracing } from '../telemetry/tracing.ts';
import { limitBody } from './limit-body.ts';
import { nextHop, type SentRequest } from './redirects.ts';
import { traceCall } from './trace-call.ts';

export interface FetchCaps {
  /** Time limit for the whole response. Without it only the caller's signal ends the call. */
  timeoutMs?: number;
  /** Maximum size of the decompressed response. Default 10 MiB. */
  maxBytes?: number;
  /** Maximum number of redirects, unless the request forbids them. Default 5; 0 follows none. */
  maxRedirects?: number;
}

const defaultBytes = 10 * 1024 * 1024;
/** Loaded at first use, and kept: to import again what is loaded takes tens of microseconds. */
let undici: typeof import('undici') | undefined;

/** Creates a `fetch` that uses the agent, follows redirects itself and enforces the limits. */
export function createFetcher(
  agent: () => Promise<Dispatcher>,
  caps: FetchCaps,
  tracing = new Tracing(),
): typeof fetch {
  const { timeoutMs, maxBytes = defaultBytes, maxRedirects = 5 } = caps;
  return async (input, init) => traceCall(tracing, readRequest(input, init), send);

  async function send(request: Request): Promise<Response> {
    const deadline = new AbortController();
    const expire = () => deadline.abort(tooSlow(request.url, timeoutMs));
    const timer = timeoutMs === undefined ? undefined : setTimeout(expire, timeoutMs);
    const signal = AbortSignal.any([request.signal, deadline.signal]);
    const toError = (error: unknown) => (signal.aborted ? signal.reason : unreachable(request.url, error));
    try {
      const follows = request.redirect === 'follow' ? maxRedirects : 0;
      const answer = await followRedirects(await agent(), await readSent(request), { follows, signal });
      return limitBody(answer, { maxBytes, toError, done: () => clearTimeout(timer) });
    } catch (error) {
      clearTimeout(timer);
      throw toError(error);
    }
  }
}

function readRequest(input: string | URL | Request, init: RequestInit | undefined): Request {
  try {
    const request = new Request(input, init);
    if (/^https?:/.test(request.url)) return request;
  } catch (cause) {
    throw new ServiceError('address_not_allowed', 'The address is not a URL, or has a password in it.', { cause });
  }
  throw new ServiceError('address_not_allowed', 'Only http and https addresses can be called.');
}

/** Reads the request, including its body, so that a redirect can resend it. */
async function readSent(request: Request): Promise<SentRequest> {
  const headers = new Headers(request.headers);
  if (!headers.has('user-agent')) headers.set('user-agent', 'Sibyl');
  const body = request.body === null ? undefined : await request.arrayBuffer();
  return { url: new URL(request.url), method: request.method, headers, body };
}

async function followRedirects(
  dispatcher: Dispatcher,
  first: SentRequest,
  { follows, signal }: { follows: number; signal: AbortSignal },
): Promise<UndiciResponse> {
  undici ??= await import('undici');
  let sent = first;
  for (let hop = 0; ; hop += 1) {
    const { url, method, body } = sent;
    const headers = [...sent.headers];
    const answer = await undici.fetch(url, { method, headers, body, signal, dispatcher, redirect: 'manual' });
    const next = follows > 0 ? nextHop(sent, answer) : undefined;
    if (next === undefined) return answer;
    await answer.body?.cancel();
    if (hop === follows) throw new ServiceError('remote_unreachable', `${url.host} redirects more than ${hop} times.`);
    sent = next;
  }
}

function tooSlow(url: string, timeoutMs: number | undefined): ServiceError {
  return new ServiceError('remote_time_limit', `${new URL(url).host} took longer than ${timeoutMs} ms to answer.`);
}

/** Creates the error with host and code only: URLs may contain secrets. */
function unreachable(url: string, error: unknown): ServiceError {
  const causes = causesOf(error);
  const refusal = causes.find((cause) => cause instanceof ServiceError);
  if (refusal) return refusal;
  const codes = causes.flatMap((cause) => (cause instanceof Error && 'code' in cause ? [String(cause.code)] : []));
  const reason = codes[0] ?? 'the connection broke';
  return new ServiceError('remote_unreachable', `${new URL(url).host} cannot be reached: ${reason}.`, { cause: error });
}

function causesOf(error: unknown): unknown[] {
  if (!(error instanceof Error)) return [];
  const inner = error instanceof AggregateError ? error.errors : [];
  return [error, ...[...inner, error.cause].flatMap(causesOf)];
}
