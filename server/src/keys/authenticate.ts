import type { FastifyRequest } from 'fastify';
import { type Caller, localCaller, type Parts } from '../context.ts';
import { ServiceError } from '../errors.ts';
import { isOwnOrigin } from '../http/guard.ts';
import { readSessionCookie } from './cookie.ts';
import { keyIdOf } from './secret.ts';

const challenge = 'Bearer realm="sibyl"';

/** Who sends the request. @throws ServiceError `unauthenticated` */
export function authenticate(request: FastifyRequest, { keys, sessions }: Parts): Caller {
  if (keys.isOpen) return localCaller;
  const secret = credentialOf(request);
  if (secret !== undefined) return requireKnown(keys.find(secret), secret);
  const token = readSessionCookie(request.headers);
  const caller = token === undefined ? undefined : sessions.find(token);
  if (caller === undefined)
    throw unauthenticated('Send a key as `Authorization: Bearer …` or as `X-Api-Key`.', challenge);
  refuseForgery(request);
  return caller;
}

function credentialOf({ headers: { authorization, 'x-api-key': plain } }: FastifyRequest): string | undefined {
  if (authorization === undefined) return typeof plain === 'string' ? plain : undefined;
  if (/^bearer /i.test(authorization)) return authorization.slice('bearer '.length).trim();
  throw unauthenticated('Only the scheme Bearer is taken: `Authorization: Bearer …`.', challenge);
}

/** A browser adds a cookie to whatever a page sends: a change by cookie must come from a page of this service. */
function refuseForgery({ method, headers }: FastifyRequest): void {
  if (method === 'GET' || method === 'HEAD' || isOwnOrigin(headers)) return;
  throw new ServiceError('forbidden_origin', 'A change that is signed by the cookie must come from our own pages.');
}

export function requireKnown(caller: Caller | undefined, secret: string): Caller {
  if (caller !== undefined) return caller;
  const detail =
    keyIdOf(secret) === undefined
      ? 'This is no key of this service, or it was mistyped or cut: a key reads sib_…_… and carries a checksum.'
      : 'The key is not known, was revoked or has expired.';
  throw unauthenticated(detail, `${challenge}, error="invalid_token"`);
}

function unauthenticated(detail: string, value: string): ServiceError {
  return new ServiceError('unauthenticated', detail, { headers: { 'www-authenticate': value } });
}
