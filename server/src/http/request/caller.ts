import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../caller.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The sender; undefined on routes that need no key. */
    caller: Caller | undefined;
  }
}

/** Cached by services and caller, because building a context per request would cost as much as predicting a row. */
const contexts = new WeakMap<object, WeakMap<Caller, object>>();

/** Returns the services with the caller: the first argument of the verb that a route calls. */
export function contextOf<Services extends object>({ caller }: FastifyRequest, services: Services): Services & Caller {
  if (caller === undefined) throw new Error('a route that answers anybody has no context');
  const known = contexts.get(services)?.get(caller);
  return (known as (Services & Caller) | undefined) ?? keepContext(caller, services);
}

function keepContext<Services extends object>(caller: Caller, services: Services): Services & Caller {
  const { actor, role, projects } = caller;
  const context = Object.freeze({ ...services, actor, role, projects });
  const known = contexts.get(services) ?? new WeakMap<Caller, object>();
  contexts.set(services, known.set(caller, context));
  return context;
}
