import type { Server } from 'node:http';
import type { FastifyReply } from 'fastify';
import { ServiceError } from '../../errors.ts';
import type { App } from '../reply/app.ts';

/** Requests whose work can be cancelled, by the server that received them. */
const unfinished = new WeakMap<Server, Set<AbortController>>();

/**
 * Returns a signal that is aborted when the client disconnects before the response is complete, or when the service
 * stops and its grace is over.
 */
export function signalOf(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  const running = unfinished.get(reply.server.server) ?? new Set();
  unfinished.set(reply.server.server, running.add(controller));
  const close = () => {
    running.delete(controller);
    if (!reply.raw.writableFinished)
      controller.abort(new ServiceError('request_cancelled', 'The client disconnected.'));
  };
  // An earlier disconnection fires no event.
  if (reply.raw.destroyed) close();
  else reply.raw.once('close', close);
  return controller.signal;
}

/** Cancels the work of all requests, which are answered with `shutting_down`. */
export function cancelRequests(server: Server): void {
  const reason = new ServiceError('shutting_down', 'The service stops, and the request had not ended; ask again.');
  for (const controller of unfinished.get(server) ?? []) controller.abort(reason);
}

/** Returns a signal that is aborted when the service stops, so that long work ends. */
export function abortOnClose(app: App): AbortSignal {
  const closing = new AbortController();
  app.addHook('preClose', async () =>
    closing.abort(new ServiceError('shutting_down', 'The service stops; ask again in a moment.')),
  );
  return closing.signal;
}
