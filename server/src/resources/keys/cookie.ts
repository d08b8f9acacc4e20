import type { IncomingHttpHeaders } from 'node:http';
import { type Config, prefixOf } from '../../config.ts';
import type { Session, SessionKind } from './sessions.ts';

/** Both cookies hold a session; a browser's is made at `/api/session`, a program's at `/api/login`. */
const names = { browser: 'sibyl_session', program: 'session' } as const satisfies Record<SessionKind, string>;
const pattern = /(?:^|; *)(sibyl_session|session)=([^;]*)/g;

/** A session as a request shows it. */
export interface ShownSession {
  kind: SessionKind;
  token: string;
}

/**
 * Returns the sessions in the cookies of a request, that of a program first. Requests of browsers show no session of
 * a program: browsers add cookies to all requests, and say where their page is from.
 */
export function shownSessions(headers: IncomingHttpHeaders): ShownSession[] {
  const isBrowser = headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;
  const shown = sessionsIn(headers);
  const of = (kind: SessionKind) => shown.filter((session) => session.kind === kind);
  return [...(isBrowser ? [] : of('program')), ...of('browser')];
}

/** Returns every session in the cookies, whoever sent them. */
export function sessionsIn({ cookie = '' }: IncomingHttpHeaders): ShownSession[] {
  return [...cookie.matchAll(pattern)].map(([, name, token]) => ({
    kind: name === names.browser ? 'browser' : 'program',
    token,
  }));
}

type Place = Pick<Config, 'publicUrl'>;

/** Returns the cookie of a session: hidden from scripts and other sites, and HTTPS-only when its holder uses HTTPS. */
export function sessionCookie({ kind, token, expires }: Session, headers: IncomingHttpHeaders, place: Place): string {
  return cookieOf(kind, token, Math.floor((expires - Date.now()) / 1000), addressOf(headers, place));
}

/** Returns the cookies that take those of a request back, also one that was set before the service had a prefix. */
export function emptyCookies(shown: readonly SessionKind[], headers: IncomingHttpHeaders, place: Place): string[] {
  const address = addressOf(headers, place);
  const paths = [...new Set([address.path, '/'])];
  return shown.flatMap((kind) => paths.map((path) => cookieOf(kind, '', 0, { ...address, path })));
}

interface Address {
  path: string;
  isHttps: boolean;
}

function cookieOf(kind: SessionKind, token: string, seconds: number, { path, isHttps }: Address): string {
  const secure = isHttps ? '; Secure' : '';
  return `${names[kind]}=${token}; Path=${path}; HttpOnly; SameSite=Strict; Max-Age=${seconds}${secure}`;
}

/** Where the holder of a cookie reaches the service: where its page is from, else at the public address. */
function addressOf({ origin }: IncomingHttpHeaders, { publicUrl }: Place): Address {
  if (origin !== undefined && (publicUrl === '' || origin !== new URL(publicUrl).origin))
    return { path: '/', isHttps: origin.startsWith('https://') };
  return { path: prefixOf({ publicUrl }) || '/', isHttps: publicUrl.startsWith('https://') };
}
