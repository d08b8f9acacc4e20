import type { IncomingHttpHeaders } from 'node:http';
import type { Session } from './sessions.ts';

const name = 'sibyl_session';
const value = new RegExp(`(?:^|; *)${name}=([^;]*)`);

export function readSessionCookie({ cookie }: IncomingHttpHeaders): string | undefined {
  return cookie === undefined ? undefined : value.exec(cookie)?.[1];
}

const ofPrograms = /(?:^|; *)session=([^;]*)/;

/** The cookie of clients that are no browsers (`/api/login`): a browser says where its page is from. */
export function readProgramCookie({ cookie, origin, ...headers }: IncomingHttpHeaders): string | undefined {
  if (cookie === undefined || origin !== undefined || headers['sec-fetch-site'] !== undefined) return undefined;
  return ofPrograms.exec(cookie)?.[1];
}

/** Returns the session cookie: hidden from scripts and other sites, and HTTPS-only when the browser uses HTTPS. */
export function sessionCookie({ token, expires }: Session, headers: IncomingHttpHeaders): string {
  return cookieOf(token, Math.floor((expires - Date.now()) / 1000), headers);
}

export function emptyCookie(headers: IncomingHttpHeaders): string {
  return cookieOf('', 0, headers);
}

function cookieOf(token: string, seconds: number, { origin }: IncomingHttpHeaders): string {
  const secure = origin?.startsWith('https://') ? '; Secure' : '';
  return `${name}=${token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}${secure}`;
}
