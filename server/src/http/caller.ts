import type { FastifyRequest } from 'fastify';
import type { Caller, Context, Parts } from '../context.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who sent it; undefined on routes that answer anybody. */
    caller: Caller | undefined;
  }
}

/** Who asks, and with what: the first argument of the verb that a route calls. */
export function contextOf({ caller }: FastifyRequest, parts: Parts): Context {
  if (caller === undefined) throw new Error('a route that answers anybody has no context');
  return { ...parts, actor: caller.actor, role: caller.role, projects: caller.projects };
}
