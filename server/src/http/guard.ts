import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { type Config, isLoopbackHost } from '../config.ts';
import { ServiceError } from '../errors.ts';

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

function hostnameOf(hostHeader: string): string {
  return hostHeader.replace(/:\d+$/, '').toLowerCase();
}

/**
 * Refuses requests that a page of another site, or a name that somebody points at this address, sends through the
 * browser of a user (CONTRACT.md §6).
 */
export function guardDoor({
  host: listening,
  allowedHosts,
  allowedOrigins,
  publicUrl,
}: Config): (request: FastifyRequest) => void {
  const mayBeAny = allowedHosts.length === 0 && !isLoopbackHost(listening);
  const names = new Set([...loopbackNames, listening, ...allowedHosts, ...hostnamesIn(publicUrl)]);
  const isKnown = (name: string) => names.has(name) || isLoopbackHost(name);
  /** The last that was let in: nearly every request names the same. */
  let known: string | undefined;
  return ({ headers, routeOptions }) => {
    const { host = '', origin } = headers;
    if (host !== known) {
      if (!mayBeAny && !isKnown(hostnameOf(host)))
        throw new ServiceError('forbidden_host', 'Address this service by a name that SIBYL_ALLOWED_HOSTS lists.');
      known = host;
    }
    if (routeOptions.config?.judgesOrigin) return;
    if (origin !== undefined && !isOwnOrigin(headers) && !allowedOrigins.includes(origin))
      throw new ServiceError('forbidden_origin', 'Pages of other origins must be listed in SIBYL_ALLOWED_ORIGINS.');
  };
}

/** The public address of the service is a name of its own too. */
function hostnamesIn(publicUrl: string): string[] {
  return publicUrl === '' ? [] : [new URL(publicUrl).hostname];
}

/** Whether a browser says that a page of this service sent the request. */
export function isOwnOrigin({ host, origin }: IncomingHttpHeaders): boolean {
  return origin === `http://${host}` || origin === `https://${host}`;
}
