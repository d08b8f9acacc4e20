import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const acceptable = /^[A-Za-z0-9_.:-]{8,128}$/;

/**
 * Returns the caller's `X-Request-Id` if it is well formed, otherwise a random one. It only labels logs and responses
 * and is never a key to shared state.
 */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && acceptable.test(given) ? given : `req_${randomUUID()}`;
}
