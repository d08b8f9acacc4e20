import type { FastifyRequest } from 'fastify';
import type { Caller, Context, Parts } from '../context.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who sent it; undefined on routes that answer anybody. */
    caller: Caller | undefined;
  }
}

/** By service and caller: to put one together for every request costs as much as to predict a row. */
const contexts = new WeakMap<Parts, WeakMap<Caller, Context>>();

/** Who asks, and with what: the first argument of the verb that a route calls. */
export function contextOf({ caller }: FastifyRequest, parts: Parts): Context {
  if (caller === undefined) throw new Error('a route that answers anybody has no context');
  return contexts.get(parts)?.get(caller) ?? keepContext(caller, parts);
}

function keepContext(caller: Caller, parts: Parts): Context {
  const { actor, role, projects } = caller;
  const context = Object.freeze({ ...parts, actor, role, projects });
  const known = contexts.get(parts) ?? new WeakMap<Caller, Context>();
  contexts.set(parts, known.set(caller, context));
  return context;
}
