import type { Response } from 'undici';
import { ServiceError } from '../../errors.ts';

/** A request as it goes over the wire, to be sent again at a redirect. */
export interface SentRequest {
  url: URL;
  method: string;
  headers: Headers;
  body: ArrayBuffer | undefined;
}

/** Headers that carry nothing secret: what another host may see of a request that was not meant for it. */
const plainHeaders = new Set(['accept', 'accept-language', 'content-language', 'content-type', 'user-agent']);

/** Where a redirect leads, and what is sent there; undefined when the answer is none. */
export function nextHop(
  { url, method, headers, body }: SentRequest,
  { status, headers: answered }: Response,
): SentRequest | undefined {
  const location = answered.get('location');
  if (location === null || ![301, 302, 303, 307, 308].includes(status)) return undefined;
  const target = readTarget(location, url);
  const asksOnly = status === 303 ? method !== 'HEAD' : status <= 302 && method === 'POST';
  const next = asksOnly
    ? { url: target, method: 'GET', headers: withoutBodyHeaders(headers), body: undefined }
    : { url: target, method, headers, body };
  if (target.origin === url.origin) return next;
  if (next.body !== undefined)
    throw new ServiceError('remote_unreachable', `${url.host} redirects to another host; the body is not sent there.`);
  return { ...next, headers: new Headers([...next.headers].filter(([name]) => plainHeaders.has(name))) };
}

function readTarget(location: string, from: URL): URL {
  const target = URL.canParse(location, from.href) ? new URL(location, from.href) : undefined;
  const isWeb = target?.protocol === 'https:' || (target?.protocol === 'http:' && from.protocol === 'http:');
  if (target && isWeb && target.username === '' && target.password === '') return target;
  throw new ServiceError('address_not_allowed', `${from.host} redirects to an address that cannot be followed.`);
}

function withoutBodyHeaders(headers: Headers): Headers {
  return new Headers([...headers].filter(([name]) => !name.startsWith('content-')));
}
