import { EventEmitter } from 'node:events';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorCode, ServiceError } from '../../errors.ts';
import { logFieldsOf } from '../../platform/telemetry/scope.ts';
import { problemOf, problemType, serviceErrorOf } from './problem.ts';
import { retryAfterOf } from './retry-after.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** Error code of the response; undefined for a success. */
    problemCode: ErrorCode | undefined;
  }
  interface FastifyInstance {
    /** Emits `failure` with the request and the `ServiceError` of each error response. */
    failures: EventEmitter;
    /** Gives unknown addresses below a path to the error handler of a protocol with a form of its own. */
    failuresBelow: (path: string, send: ErrorHandler) => void;
  }
}

type ErrorHandler = (thrown: unknown, request: FastifyRequest, reply: FastifyReply) => void;

/** Converts every failure of the server to a problem document. */
export function answerFailures(app: FastifyInstance): void {
  app.decorateReply('problemCode', undefined);
  app.decorate('failures', new EventEmitter());
  const others: { path: string; send: ErrorHandler }[] = [];
  app.decorate('failuresBelow', (path: string, send: ErrorHandler) => void others.push({ path, send }));
  app.setErrorHandler((error, request, reply) => {
    const other = request.is404 ? others.find(({ path }) => request.url.startsWith(path)) : undefined;
    if (other) return other.send(error, request, reply);
    return sendProblem(request, reply, serviceErrorOf(error, request.routeOptions.bodyLimit));
  });
}

export function sendProblem(request: FastifyRequest, reply: FastifyReply, error: ServiceError): FastifyReply {
  return sendFailure(request, reply.type(problemType), error, problemOf(error, request.id, request.server.publicPath));
}

/** Sets status, headers and log line of a failure, whatever the form of its body. */
export function sendFailure(
  request: FastifyRequest,
  reply: FastifyReply,
  error: ServiceError,
  body: object,
): FastifyReply {
  if (error.status >= 500) {
    const { id: requestId, span } = request;
    request.log.error({ ...logFieldsOf({ requestId, span }), err: error.cause ?? error }, error.message);
  }
  reply.problemCode = error.code;
  request.server.failures.emit('failure', request, error);
  reply.code(error.status).headers(error.headers ?? {});
  if (error.code === 'body_too_large') closeAfterBody(request);
  const seconds = retryAfterOf(error);
  if (seconds !== undefined) reply.header('retry-after', seconds);
  return reply.send(JSON.stringify(body));
}

/** Longest body whose rest is read and thrown away after a refusal. */
const mostThrownAway = 256 * 1024 * 1024;

/**
 * Lets a connection end only with the body that was announced as too long. Clients that send all before they read, such
 * as Python's urllib, would see a broken pipe instead of the refusal. Node throws away what nobody reads.
 */
function closeAfterBody({ raw, routeOptions: { bodyLimit } }: FastifyRequest): void {
  const length = Number(raw.headers['content-length']);
  if (!(length > bodyLimit && length <= mostThrownAway)) return;
  const { socket } = raw;
  socket.destroySoon = () => raw.once('end', () => Socket.prototype.destroySoon.call(socket));
}

/**
 * Remembers every route declared later. Returns a function that throws for a request to an unknown address or with a
 * wrong method; it must run before the body is read, so that faults of the body do not hide this.
 */
export function rememberRoutes(app: FastifyInstance): (request: FastifyRequest) => void {
  const methods = collectMethods(app);
  return (request) => {
    if (!request.is404) return;
    const allowed = methods(request.url.split('?')[0]);
    const isWorker = methods('/docs').length === 0;
    throw allowed.length > 0 ? wrongMethod(request, allowed) : unknownAddress(request, isWorker);
  };
}

function unknownAddress(request: FastifyRequest, isWorker: boolean): ServiceError {
  const path = request.url.split('?')[0].slice(0, 200);
  const where = isWorker
    ? 'this node is a worker (SIBYL_ROLE) and answers /health/live, /health/ready and /metrics only'
    : '/docs lists every address';
  return new ServiceError('route_not_found', `Nothing answers at ${path}; ${where}.`);
}

function wrongMethod(request: FastifyRequest, allowed: string[]): ServiceError {
  const allow = allowed.join(', ');
  const detail = `${request.method} is not possible here; the address takes ${allow}.`;
  return new ServiceError('method_not_allowed', detail, { headers: { allow } });
}

function collectMethods(app: FastifyInstance): (path: string) => string[] {
  const routes: { pattern: RegExp; methods: string[] }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    const source = url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[A-Za-z]+/g, '[^/]+');
    routes.push({ pattern: new RegExp(`^${source.replace('\\*', '.*')}/?$`), methods: [method].flat() });
  });
  return (path) => [...new Set(routes.flatMap(({ pattern, methods }) => (pattern.test(path) ? methods : [])))];
}
