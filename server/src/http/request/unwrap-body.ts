import type { preValidationAsyncHookHandler } from 'fastify';

/**
 * Accepts a body bare or in the wrapper of existing clients: `{"model": {…}}`. Those clients send null for absent
 * fields.
 */
export function unwrapBody(wrapper: string): preValidationAsyncHookHandler {
  return async (request) => {
    request.body = unwrapped(request.body, wrapper);
  };
}

export function unwrapped(body: unknown, wrapper: string): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const [[key, inner], ...others] = Object.entries(body).length > 0 ? Object.entries(body) : [['', undefined]];
  if (key !== wrapper || others.length > 0 || typeof inner !== 'object' || inner === null) return body;
  return Object.fromEntries(Object.entries(inner).filter(([, value]) => value !== null));
}
