import { ServiceError } from '../../../errors.ts';
import { parseExactly } from '../../../platform/data/parse-exactly.ts';
import type { Outgoing } from '../../../platform/outgoing/outgoing.ts';
import { cannotBeQueried } from '../failures.ts';
import { tooLarge } from '../limits.ts';

export interface ServerCall {
  method: 'GET' | 'HEAD' | 'POST' | 'DELETE';
  url: URL | string;
  headers: Record<string, string>;
  body?: string;
  signal?: AbortSignal | undefined;
  /** Maximum bytes of the response. */
  maxBytes: number;
}

/**
 * Calls a database over HTTP, at the addresses that databases may have, following no redirect: credentials are in the
 * headers.
 */
export async function callServer(
  outgoing: Outgoing,
  { url, maxBytes, ...init }: ServerCall,
  parameter = 'url',
): Promise<Response> {
  if (!Object.values(init.headers).every(isHeaderText))
    throw cannotBeQueried('a name, password or token has a line break or a character that HTTP cannot send');
  const call = outgoing.fetcher({ reach: 'private', maxBytes, maxRedirects: 0 });
  return call(url, init).catch((error) => {
    throw explainCallFailure(error, maxBytes, parameter);
  });
}

function isHeaderText(text: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(text);
}

/** Returns a text as a header whose bytes are its UTF-8; headers are written as Latin-1. */
export function headerOf(text: string): string {
  return Buffer.from(text).toString('latin1');
}

/** Converts the failure of a call, or of reading its response. */
export function explainCallFailure(error: unknown, maxBytes: number, parameter = 'url'): unknown {
  if (!(error instanceof ServiceError)) return error;
  if (error.code === 'remote_unreachable') return cannotBeQueried(error.message, parameter, error);
  return error.code === 'remote_answer_too_large' ? tooLarge(maxBytes) : error;
}

/** Returns the parsed response; undefined when it is no JSON. */
export function parseAnswer(text: string): unknown {
  try {
    return parseExactly(text);
  } catch {
    return undefined;
  }
}

export function basicAuth(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

/** Makes the error of a server that answers something else than its protocol has. */
export function notTheProtocol(title: string, status: number, parameter = 'url'): ServiceError {
  return cannotBeQueried(`what answers with status ${status} there is no ${title}`, parameter);
}
