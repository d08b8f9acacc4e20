import type { IncomingHttpHeaders } from 'node:http';
import { type Caller, localCaller } from '../context.ts';
import { ServiceError } from '../errors.ts';
import type { KeyRing } from './key-ring.ts';
import { keyIdOf } from './secret.ts';

/** Who sends a request with these headers. @throws ServiceError `unauthenticated` */
export function authenticate(headers: IncomingHttpHeaders, keys: KeyRing): Caller {
  if (keys.isOpen) return localCaller;
  const secret = credentialOf(headers);
  if (secret === undefined)
    throw unauthenticated('Send a key as `Authorization: Bearer …` or as `X-Api-Key`.', 'Bearer realm="sibyl"');
  return keys.find(secret) ?? refuse(secret);
}

function credentialOf({ authorization, 'x-api-key': plain }: IncomingHttpHeaders): string | undefined {
  if (authorization === undefined) return typeof plain === 'string' ? plain : undefined;
  if (/^bearer /i.test(authorization)) return authorization.slice('bearer '.length).trim();
  throw unauthenticated('Only the scheme Bearer is taken: `Authorization: Bearer …`.', 'Bearer realm="sibyl"');
}

function refuse(secret: string): never {
  const detail =
    keyIdOf(secret) === undefined
      ? 'This is no key of this service, or it was mistyped or cut: a key reads sib_…_… and carries a checksum.'
      : 'The key is not known, was revoked or has expired.';
  throw unauthenticated(detail, 'Bearer realm="sibyl", error="invalid_token"');
}

function unauthenticated(detail: string, challenge: string): ServiceError {
  return new ServiceError('unauthenticated', detail, { headers: { 'www-authenticate': challenge } });
}
