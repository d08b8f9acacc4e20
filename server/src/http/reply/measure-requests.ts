import type { FastifyRequest } from 'fastify';
import type { ServiceError } from '../../errors.ts';
import type { Metrics } from '../../platform/telemetry/metrics.ts';
import type { App } from './app.ts';

/** Counts and times requests by route, method and status, and failures by code. */
export function measureRequests(app: App, { requests, failures }: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    requests.observe(request.method, route, reply.statusCode, reply.elapsedTime / 1000);
    done();
  });
  app.failures.on('failure', (_request: FastifyRequest, { code }: ServiceError) => failures.inc({ code }));
}
