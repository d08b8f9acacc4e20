import type { FastifyRequest } from 'fastify';
import { isLoopbackHost } from '../config.ts';
import { ServiceError } from '../errors.ts';

const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]']);

function hostnameOf(hostHeader: string): string {
  return hostHeader.replace(/:\d+$/, '').toLowerCase();
}

/**
 * Open local mode (CONTRACT.md §6): a page of another site, or a name that somebody points at 127.0.0.1,
 * must not reach the service through the user's browser.
 */
export function guardLocalRequest(request: FastifyRequest): void {
  const { host = '', origin } = request.headers;
  const name = hostnameOf(host);
  if (!loopbackNames.has(name) && !isLoopbackHost(name))
    throw new ServiceError('forbidden_host', 'Address this service as localhost or 127.0.0.1.');
  if (origin !== undefined && origin !== `http://${host}`)
    throw new ServiceError('forbidden_origin', 'Requests from pages of another origin are refused.');
}
