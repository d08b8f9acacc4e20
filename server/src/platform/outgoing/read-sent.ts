import { ServiceError } from '../../errors.ts';

/** A request kept so that a redirect can resend it. */
export interface SentRequest {
  url: URL;
  method: string;
  headers: Headers;
  body: string | ArrayBuffer | undefined;
}

/** What `fetch` was asked for. */
export interface AskedRequest {
  sent: SentRequest;
  mayRedirect: boolean;
  signal: AbortSignal | undefined;
}

/**
 * Reads the arguments of `fetch`. A text sent to an address needs no `Request`, which costs more than sending it.
 * @throws ServiceError `address_not_allowed`
 */
export async function readAsked(input: string | URL | Request, init: RequestInit = {}): Promise<AskedRequest> {
  const asked = readText(input, init) ?? (await readRequest(input, init));
  const { headers, url } = asked.sent;
  if (!headers.has('user-agent')) headers.set('user-agent', 'Sibyl');
  if (!headers.has('accept')) headers.set('accept', '*/*');
  if (/^https?:$/.test(url.protocol)) return asked;
  throw new ServiceError('address_not_allowed', 'Only http and https addresses can be called.');
}

function readText(input: string | URL | Request, init: RequestInit): AskedRequest | undefined {
  const { method, body, redirect, signal } = init;
  if (input instanceof Request || method !== 'POST' || typeof body !== 'string') return undefined;
  const url = URL.parse(String(input));
  const headers = new Headers(init.headers);
  if (url === null || url.username !== '' || url.password !== '' || !headers.has('content-type')) return undefined;
  return {
    sent: { url, method, headers, body },
    mayRedirect: (redirect ?? 'follow') === 'follow',
    signal: signal ?? undefined,
  };
}

async function readRequest(input: string | URL | Request, init: RequestInit): Promise<AskedRequest> {
  const request = openRequest(input, init);
  const { url, method, redirect } = request;
  const body = request.body === null ? undefined : await request.arrayBuffer();
  return {
    sent: { url: new URL(url), method, headers: new Headers(request.headers), body },
    mayRedirect: redirect === 'follow',
    signal: signalOf(input, init),
  };
}

/** Requests by their signals: once a request is collected, its signal follows that of its caller no more. */
const followers = new WeakMap<AbortSignal, Request>();

/** Returns the caller's own signal, as that of a new request would follow it only until the request is collected. */
function signalOf(input: string | URL | Request, init: RequestInit): AbortSignal | undefined {
  if (init.signal !== undefined) return init.signal ?? undefined;
  if (!(input instanceof Request)) return undefined;
  followers.set(input.signal, input);
  return input.signal;
}

function openRequest(input: string | URL | Request, init: RequestInit): Request {
  try {
    return new Request(input, init);
  } catch (cause) {
    throw new ServiceError('address_not_allowed', 'The address is not a URL, or has a password in it.', { cause });
  }
}
