import type { FastifyReply } from 'fastify';
import { ServiceError } from '../../errors.ts';
import type { App } from '../reply/app.ts';

/** Returns a signal that is aborted when the client disconnects before the response is complete. */
export function signalOf(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  const close = () => {
    if (!reply.raw.writableFinished)
      controller.abort(new ServiceError('request_cancelled', 'The client disconnected.'));
  };
  // An earlier disconnection fires no event.
  if (reply.raw.destroyed) close();
  else reply.raw.once('close', close);
  return controller.signal;
}

/** Returns a signal that is aborted when the service stops, so that long work ends. */
export function abortOnClose(app: App): AbortSignal {
  const closing = new AbortController();
  app.addHook('preClose', async () =>
    closing.abort(new ServiceError('shutting_down', 'The service stops; ask again in a moment.')),
  );
  return closing.signal;
}
