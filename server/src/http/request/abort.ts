import type { FastifyReply } from 'fastify';
import { ServiceError } from '../../errors.ts';
import type { App } from '../server.ts';

/** Fires when the client goes away before its answer is complete. */
export function signalOf(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  const close = () => {
    if (!reply.raw.writableFinished) controller.abort(new ServiceError('request_cancelled', 'The client went away.'));
  };
  // A client that has gone already is not told of again.
  if (reply.raw.destroyed) close();
  else reply.raw.once('close', close);
  return controller.signal;
}

/** Fires when the service stops: what may take long is not waited for. */
export function abortOnClose(app: App): AbortSignal {
  const closing = new AbortController();
  app.addHook('preClose', async () =>
    closing.abort(new ServiceError('shutting_down', 'The service stops; ask again in a moment.')),
  );
  return closing.signal;
}
