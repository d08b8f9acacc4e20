import { ServiceError } from '../../errors.ts';
import type { Answer } from './limit-body.ts';
import type { SentRequest } from './read-sent.ts';

/** Headers without secrets, which another host may receive after a redirect. */
const plainHeaders = new Set(['accept', 'accept-language', 'content-language', 'content-type', 'user-agent']);

/** Returns the next request after a redirect; undefined when the response is no redirect. */
export function nextHop(
  { url, method, headers, body }: SentRequest,
  { statusCode: status, headers: { location } }: Pick<Answer, 'statusCode' | 'headers'>,
): SentRequest | undefined {
  if (typeof location !== 'string' || ![301, 302, 303, 307, 308].includes(status)) return undefined;
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
