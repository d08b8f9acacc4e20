import type { IncomingHttpHeaders } from 'node:http';
import { isLoopbackHost } from '../../config/addresses.ts';
import type { Config } from '../../config.ts';
import { ServiceError } from '../../errors.ts';

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

function hostnameOf(hostHeader: string): string {
  return hostHeader.replace(/:\d+$/, '').toLowerCase();
}

/** The head of a request. */
export interface Arrival {
  method: string | undefined;
  headers: IncomingHttpHeaders;
  rawHeaders: readonly string[];
  /** The address as sent. */
  target: string;
  httpVersion: string;
}

/**
 * Refuses requests that a page of another site, or a domain pointed at this address, sends through a user's browser.
 */
export function checkHostAndOrigin({
  host: listening,
  allowedHosts,
  allowedOrigins,
  publicUrl,
}: Config): (arrival: Arrival, judgesOrigin?: boolean) => void {
  const mayBeAny = allowedHosts.length === 0 && !isLoopbackHost(listening);
  const names = new Set([...loopbackNames, listening, ...allowedHosts, ...hostnamesIn(publicUrl)]);
  const isKnown = (name: string) => names.has(name) || isLoopbackHost(name);
  /** The last accepted host, because nearly all requests name the same. */
  let known: string | undefined;
  return ({ headers, rawHeaders, target, method, httpVersion }, judgesOrigin = false) => {
    const { host = '', origin, expect } = headers;
    if (headers.host === undefined && httpVersion !== '1.0')
      throw new ServiceError('malformed_request', 'The request has no Host header.');
    if (expect !== undefined && expect.toLowerCase() !== '100-continue')
      throw new ServiceError('malformed_request', 'The header Expect may only be 100-continue.');
    refuseTwoHosts(rawHeaders);
    if (!target.startsWith('/')) refuseOtherTarget(target, host);
    if (host !== known) {
      if (!mayBeAny && !isKnown(hostnameOf(host)))
        throw new ServiceError('forbidden_host', 'Address this service by a name that SIBYL_ALLOWED_HOSTS lists.');
      known = host;
    }
    if (judgesOrigin) return;
    if (origin !== undefined && !isOwnOrigin(headers, publicUrl) && !allowedOrigins.includes(origin))
      throw new ServiceError('forbidden_origin', 'Pages of other origins must be listed in SIBYL_ALLOWED_ORIGINS.');
    // Browsers also send this header, even where something removes the Origin.
    if (origin === undefined && headers['sec-fetch-site'] === 'cross-site' && method !== 'GET' && method !== 'HEAD')
      throw new ServiceError('forbidden_origin', 'A page of another site sent the request, and no Origin says which.');
  };
}

/** A proxy in front may have used the other one. */
function refuseTwoHosts(rawHeaders: readonly string[]): void {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index].length === 4 && rawHeaders[index].toLowerCase() === 'host') hosts += 1;
  if (hosts > 1) throw new ServiceError('malformed_request', 'The request has more than one Host header.');
}

/** In an absolute address (`GET http://name/path`), name and `Host` must be equal. */
function refuseOtherTarget(target: string, host: string): void {
  const [, authority] = /^https?:\/\/([^/?#]*)/i.exec(target) ?? [];
  if (target === '*' || authority?.toLowerCase() === host.toLowerCase()) return;
  throw new ServiceError('malformed_request', 'The address names a different host than the Host header.');
}

/** The service's public address is one of its own names. */
function hostnamesIn(publicUrl: string): string[] {
  return publicUrl === '' ? [] : [new URL(publicUrl).hostname];
}

/** Returns whether a browser says that a page of this service sent the request; a proxy may name another host. */
export function isOwnOrigin({ host, origin }: IncomingHttpHeaders, publicUrl: string): boolean {
  if (origin === `http://${host}` || origin === `https://${host}`) return true;
  return origin !== undefined && publicUrl !== '' && origin === new URL(publicUrl).origin;
}
