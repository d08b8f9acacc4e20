import type { Watchdog } from '../../platform/watchdog/watchdog.ts';
import type { App } from './app.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Number of its route; undefined until it is noted. */
    watched: number | undefined;
  }
}

/** Tells the watchdog which requests are in flight, by route. */
export function noteRequests(app: App, watchdog: Watchdog): void {
  app.decorateRequest('watched', undefined);
  app.addHook('onRequest', (request, _reply, done) => {
    request.watched = watchdog.numberOf(`${request.method} ${request.routeOptions.url ?? 'unknown'}`);
    watchdog.begin(request.watched);
    done();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    if (request.watched !== undefined) watchdog.end(request.watched);
    done();
  });
}
