import { ServiceError } from '../../errors.ts';
import { ChannelFailure } from './failure.ts';
import type { OutgoingFile } from './platform.ts';

const timeoutMs = 20_000;

export interface PlatformAnswer {
  status: number;
  headers: Headers;
  /** The body as JSON; undefined when it is none. */
  body: unknown;
}

export interface PlatformCall {
  /** As its users call it: `Telegram`. */
  label: string;
  fetch: typeof fetch;
  url: string;
  method?: string;
  headers?: Record<string, string>;
  /** Sent as JSON unless it is a form or bytes. */
  body?: object;
  signal?: AbortSignal;
  timeoutMs?: number;
}

/**
 * Calls a platform and answers whatever it answers, but for what means the same everywhere: no answer, 429 and 5xx are
 * temporary. Addresses stay out of the messages: some platforms have their token in them.
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
  return { status, headers, body };
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

/** Why a connection failed, by host and code: an address may hold a token. */
function reasonOf(error: unknown): string {
  if (error instanceof ServiceError) return error.message;
  return error instanceof Error && error.name === 'TimeoutError' ? 'it did not answer in time.' : 'the call broke off.';
}

/** Platforms say how long to wait in a header, or in a body of their own. */
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

/** A part of a form. */
export function fileBlob({ bytes, mediaType }: Pick<OutgoingFile, 'bytes' | 'mediaType'>): Blob {
  return new Blob([new Uint8Array(bytes)], { type: mediaType });
}

/** The fields of what should be an object; none when it is something else. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

/** A text as it is, a number as text, anything else as the empty text. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
