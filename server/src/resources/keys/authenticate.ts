import type { IncomingHttpHeaders } from 'node:http';
import { type Caller, localCaller } from '../../caller.ts';
import { ServiceError } from '../../errors.ts';
import { isOwnOrigin } from '../../http/request/check-host-and-origin.ts';
import type { KeyServices } from './context.ts';
import { type ShownSession, shownSessions } from './cookie.ts';
import type { KeyRing } from './key-ring.ts';
import { keyIdOf } from './secret.ts';
import { expiryOf, isToken, type TokenVerifier } from './token-verifier.ts';

const challenge = 'Bearer realm="sibyl"';
const invalid = `${challenge}, error="invalid_token"`;

/** What a request shows of its sender. */
interface Shown {
  method?: string | undefined;
  headers: IncomingHttpHeaders;
}

/** Returns the caller of a request. @throws ServiceError `unauthenticated` */
export function authenticate(
  request: Shown,
  { config, keys, sessions, tokens }: Pick<KeyServices, 'config' | 'keys' | 'sessions' | 'tokens'>,
): Caller | Promise<Caller> {
  if (keys.isOpen) return localCaller;
  const secret = credentialOf(request);
  if (secret !== undefined)
    return tokens && isToken(secret) ? findBearer(tokens, secret) : requireKnown(keys.find(secret), secret);
  const session = shownSessions(request.headers).find(({ token, kind }) => sessions.find(token, kind));
  const caller = session && sessions.find(session.token, session.kind);
  if (session === undefined || caller === undefined)
    throw unauthenticated('Send a key as `Authorization: Bearer …` or as `X-Api-Key`.', challenge);
  refuseForgery(request, session, config.publicUrl);
  return caller;
}

/**
 * Returns a function that authenticates the caller again by the same credential; it returns undefined once that is no
 * longer valid.
 */
export function createReauthenticator(
  request: Shown,
  caller: Caller,
  { keys, sessions, tokens }: Pick<KeyServices, 'keys' | 'sessions' | 'tokens'>,
): () => Caller | undefined {
  if (caller === localCaller) return () => (keys.isOpen ? caller : undefined);
  const secret = credentialOf(request) ?? '';
  const shown = secret === '' ? shownSessions(request.headers) : [];
  const session = shown.find(({ token, kind }) => sessions.find(token, kind));
  if (shown.length > 0) return () => session && sessions.find(session.token, session.kind);
  if (!tokens || !isToken(secret)) return () => keys.find(secret);
  const until = expiryOf(secret);
  return () => (Date.now() < until ? caller : undefined);
}

function findBearer(tokens: TokenVerifier, token: string): Caller | Promise<Caller> {
  const found = tokens.find(token);
  return found instanceof Promise ? found.then((caller) => requireKnown(caller, token)) : requireKnown(found, token);
}

function credentialOf({ headers: { authorization, 'x-api-key': plain } }: Shown): string | undefined {
  if (authorization === undefined) return typeof plain === 'string' ? plain : undefined;
  if (/^bearer /i.test(authorization)) return authorization.slice('bearer '.length).trim();
  throw unauthenticated('Only the Bearer scheme is supported: `Authorization: Bearer …`.', challenge);
}

/**
 * Refuses changes by cookie from pages of other services: browsers add cookies to all requests. A session of a program
 * is not found where anything shows a browser.
 */
function refuseForgery({ method, headers }: Shown, { kind }: ShownSession, publicUrl: string): void {
  if (kind === 'program' || method === 'GET' || method === 'HEAD' || isOwnOrigin(headers, publicUrl)) return;
  throw new ServiceError(
    'forbidden_origin',
    'A change authenticated by the session cookie must come from a page of this service.',
  );
}

export function requireKnown(caller: Caller | undefined, secret: string): Caller {
  if (caller !== undefined) return caller;
  if (isToken(secret)) throw unauthenticated('The token is not valid here.', invalid);
  const detail =
    keyIdOf(secret) === undefined
      ? 'This is not a key of this service, or it was mistyped or truncated: a key has the form sib_…_… with a checksum.'
      : 'The key is not known, was revoked or has expired.';
  throw unauthenticated(detail, invalid);
}

/** Returns what the caller may do by now. @throws ServiceError `unauthenticated` once the key is gone or has expired */
export function requireStillKnown(then: Caller, keys: Pick<KeyRing, 'use'>): Caller {
  const now = then.actor.startsWith('key_') ? keys.use(then.actor) : then;
  if (now === undefined) throw endedMeanwhile();
  return now;
}

export function endedMeanwhile(): ServiceError {
  return unauthenticated('The key was revoked or has expired meanwhile.', invalid);
}

function unauthenticated(detail: string, value: string): ServiceError {
  return new ServiceError('unauthenticated', detail, { headers: { 'www-authenticate': value } });
}
