import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';

const preflight = {
  'access-control-allow-methods': 'GET, POST, PUT, DELETE',
  'access-control-allow-headers':
    'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, Mcp-Method, Mcp-Name, Mcp-Protocol-Version, X-Api-Key, X-Request-Id',
  'access-control-max-age': '600',
};
const readable = 'ETag, Idempotent-Replayed, Link, Location, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id';

/**
 * Lets pages of the listed origins read responses (CORS). They send keys: cookies from other sites are not accepted.
 * Returns a function that tells whether it answered the request itself, a browser's preflight.
 */
export function shareAcrossOrigins({ allowedOrigins }: Config) {
  const allowed = new Set(allowedOrigins);
  return ({ method, headers }: FastifyRequest, reply: FastifyReply): boolean => {
    if (allowed.size > 0) reply.header('vary', 'Origin');
    if (headers.origin === undefined || !allowed.has(headers.origin)) return false;
    reply.headers({ 'access-control-allow-origin': headers.origin, 'access-control-expose-headers': readable });
    if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return false;
    reply.code(204).headers(preflight).send();
    return true;
  };
}
