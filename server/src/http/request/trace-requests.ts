import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../caller.ts';
import type { Span } from '../../platform/telemetry/span.ts';
import type { Tracing } from '../../platform/telemetry/tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined when nothing is traced. */
    span: Span | undefined;
  }
}

/**
 * Makes a span of every request, which continues the caller's trace. Returns a function that begins it; call that
 * before any check, so that refused requests are traced too.
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

/** Monitoring calls these every few seconds; their traces would hide the others. */
function isProbe({ url }: FastifyRequest): boolean {
  return url.startsWith('/health/') || url.startsWith('/metrics');
}

function beginSpan({ method, headers, routeOptions }: FastifyRequest, tracing: Tracing): Span | undefined {
  const name = routeOptions.url === undefined ? method : `${method} ${routeOptions.url}`;
  return tracing.begin(name, { kind: 'server', parent: parentOf(headers) });
}

export function parentOf({ traceparent }: IncomingHttpHeaders): string | undefined {
  return typeof traceparent === 'string' ? traceparent : undefined;
}

function endSpan(span: Span, request: FastifyRequest, { statusCode, problemCode }: FastifyReply): void {
  if (span.isRecorded) {
    const { id, method, caller, routeOptions } = request;
    describeRequest(span, {
      id,
      method,
      route: routeOptions.url,
      path: pathOf(request),
      caller,
      statusCode,
      problemCode,
    });
    if (statusCode >= 500) span.fail(problemCode ?? String(statusCode));
  }
  span.end();
}

interface TracedRequest {
  id: string;
  method: string;
  route: string | undefined;
  path: string | undefined;
  caller: Caller | undefined;
  statusCode: number;
  problemCode?: string | undefined;
}

/** Adds the facts of its request to a span. */
export function describeRequest(span: Span, request: TracedRequest): void {
  const { id, method, route, path, caller, statusCode, problemCode } = request;
  span.set({
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': statusCode,
    'url.scheme': 'http',
    'url.path': path,
    'sibyl.request_id': id,
    'sibyl.actor': caller?.actor,
    'sibyl.error_code': problemCode,
  });
}

/** Addresses of chat platforms and undeclared ones may contain a secret. */
function pathOf({ url, routeOptions }: FastifyRequest): string | undefined {
  const isTold = routeOptions.url?.startsWith('/api/') && !routeOptions.config.action?.startsWith('channels.');
  return isTold ? url.split('?', 1)[0] : undefined;
}
