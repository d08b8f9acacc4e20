import { ServiceError } from '../../errors.ts';
import { ChannelFailure } from './failure.ts';
import type { OutgoingFile } from './platform.ts';

const timeoutMs = 20_000;

export interface PlatformAnswer {
  status: number;
  headers: Headers;
  /** The body as JSON; undefined when it is not JSON. */
  body: unknown;
}

export interface PlatformCall {
  /** The platform's name for users, such as `Telegram`. */
  label: string;
  fetch: typeof fetch;
  url: string;
  method?: string;
  headers?: Record<string, string>;
  /** Sent as JSON unless it is a form or bytes. */
  body?: object;
  /** Whether only the status counts, whatever the body is. */
  ignoresBody?: boolean;
  signal?: AbortSignal;
  timeoutMs?: number;
}

/**
 * Calls a platform and returns its response. Failures that mean the same everywhere are thrown: no response, 429, 5xx
 * and a page where JSON is due, as proxies and sign-in pages answer, are temporary. Messages contain no addresses,
 * because some platforms have their token in them.
 */
export async function callPlatform(call: PlatformCall): Promise<PlatformAnswer> {
  const response = await send(call);
  const text = await response.text().catch(() => {
    throw new ChannelFailure('temporary', `${call.label} broke off its answer.`);
  });
  const { status, headers } = response;
  const body = parseOrNothing(text);
  if (status === 429) throw tooMany(call.label, headers, body);
  if (status >= 500) throw new ChannelFailure('temporary', `${call.label} says ${status}: it is out of order for now.`);
  if (body === undefined && isPage(text) && !call.ignoresBody && status !== 413)
    throw new ChannelFailure('temporary', `${call.label} says ${status} with a page: something else answers for it.`);
  return { status, headers, body };
}

function isPage(text: string): boolean {
  return text.trimStart().startsWith('<');
}

async function send({ label, fetch, url, method = 'POST', headers, body, signal, ...call }: PlatformCall) {
  const isRaw = body instanceof URLSearchParams || body instanceof FormData || body instanceof Blob;
  const timeout = AbortSignal.timeout(call.timeoutMs ?? timeoutMs);
  try {
    return await fetch(url, {
      method,
      redirect: 'error',
      headers: { ...(body && !isRaw ? { 'content-type': 'application/json; charset=utf-8' } : {}), ...headers },
      body: isRaw || body === undefined ? body : JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
  } catch (error) {
    throw new ChannelFailure('temporary', `${label} cannot be reached: ${reasonOf(error)}`);
  }
}

/** Returns host and code of a failed connection; the address may contain a token. */
function reasonOf(error: unknown): string {
  if (error instanceof ServiceError) return error.message;
  return error instanceof Error && error.name === 'TimeoutError' ? 'it did not answer in time.' : 'the call broke off.';
}

/** Platforms name the time to wait in a header, or in their own field of the body. */
function tooMany(label: string, headers: Headers, body: unknown): ChannelFailure {
  const seconds = Number(headers.get('retry-after')) || secondsIn(body) || 1;
  const message = `${label} says 429: too many requests; wait ${seconds} s.`;
  return new ChannelFailure('temporary', message, { retryAfterMs: Math.ceil(seconds * 1000) });
}

function secondsIn(body: unknown): number {
  const { retry_after, parameters } = fieldsOf(body);
  return Number(retry_after ?? fieldsOf(parameters).retry_after ?? 0);
}

function parseOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns a file as a part of a form. */
export function fileBlob({ bytes, mediaType }: Pick<OutgoingFile, 'bytes' | 'mediaType'>): Blob {
  return new Blob([new Uint8Array(bytes)], { type: mediaType });
}

/** Returns the fields of an object; none for any other value. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

/** Returns a text unchanged, a number as text, and the empty text for anything else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
