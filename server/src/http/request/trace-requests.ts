import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Span } from '../../platform/telemetry/span.ts';
import type { Tracing } from '../../platform/telemetry/tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined when nothing is traced. */
    span: Span | undefined;
  }
}

/**
 * Makes every request a span, which goes on a trace that the caller began. What comes back begins it; call that before
 * a request is judged, so that one that is turned away is traced as well.
 */
export function traceRequests(app: FastifyInstance, tracing: Tracing): (request: FastifyRequest) => void {
  app.decorateRequest('span', undefined);
  if (!tracing.isOn) return () => {};
  app.addHook('onResponse', (request, reply, done) => {
    if (request.span) endSpan(request.span, request, reply);
    done();
  });
  return (request) => {
    if (!isProbe(request)) request.span = beginSpan(request, tracing);
  };
}

/** Asked every few seconds by whoever watches the service: traces of it would bury the others. */
function isProbe({ url }: FastifyRequest): boolean {
  return url.startsWith('/health/') || url.startsWith('/metrics');
}

function beginSpan({ method, headers, routeOptions }: FastifyRequest, tracing: Tracing): Span | undefined {
  const { traceparent } = headers;
  const name = routeOptions.url === undefined ? method : `${method} ${routeOptions.url}`;
  return tracing.begin(name, { kind: 'server', parent: typeof traceparent === 'string' ? traceparent : undefined });
}

function endSpan(span: Span, request: FastifyRequest, { statusCode, problemCode }: FastifyReply): void {
  if (span.isRecorded) {
    span.set({
      'http.request.method': request.method,
      'http.route': request.routeOptions.url,
      'http.response.status_code': statusCode,
      'url.scheme': 'http',
      'url.path': pathOf(request),
      'sibyl.request_id': request.id,
      'sibyl.actor': request.caller?.actor,
      'sibyl.error_code': problemCode,
    });
    if (statusCode >= 500) span.fail(problemCode ?? String(statusCode));
  }
  span.end();
}

/** Addresses of chat platforms and those that nobody declared may hold a secret. */
function pathOf({ url, routeOptions }: FastifyRequest): string | undefined {
  const isTold = routeOptions.url?.startsWith('/api/') && !routeOptions.config.action?.startsWith('channels.');
  return isTold ? url.split('?', 1)[0] : undefined;
}
