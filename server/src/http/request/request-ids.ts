import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const acceptable = /^[A-Za-z0-9_.:-]{8,128}$/;

/**
 * The caller's own `X-Request-Id` when it is sane, else one that nobody can guess. Either is a label for logs and
 * answers, and no key of anything: what belongs to a request hangs on its object.
 */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && acceptable.test(given) ? given : `req_${randomUUID()}`;
}
