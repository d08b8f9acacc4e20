import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { type Config, prefixOf } from '../config.ts';
import { ServiceError } from '../errors.ts';
import { logFields, logFieldsOf, withinRequest } from '../platform/telemetry/scope.ts';
import { Tracing } from '../platform/telemetry/tracing.ts';
import type { FastPath } from './fast-path/fast-path.ts';
import { openServer } from './fast-path/open-server.ts';
import { cutIdleConnections } from './limits/idle-connections.ts';
import { mostConnections } from './limits/most-connections.ts';
import { OpenStreams } from './limits/open-streams.ts';
import type { App } from './reply/app.ts';
import { answerFailures, rememberRoutes, sendProblem } from './reply/failures.ts';
import { serviceErrorOf } from './reply/problem.ts';
import { followPublicUrl } from './reply/public-path.ts';
import { requireAcceptable } from './request/accept.ts';
import { limitBodies } from './request/body-limits.ts';
import { answerBrokenRequest } from './request/broken-requests.ts';
import { type Arrival, checkHostAndOrigin } from './request/check-host-and-origin.ts';
import { shareAcrossOrigins } from './request/cross-origin.ts';
import { textOfJson } from './request/json-body.ts';
import { parserInTurn } from './request/parse-in-turn.ts';
import { requestIdOf } from './request/request-ids.ts';
import { rewriteUrl } from './request/rewrite-url.ts';
import { traceRequests } from './request/trace-requests.ts';
import { trustProxies } from './request/trusted-proxies.ts';
import { RawJsonBody } from './request/unread-body.ts';
import { validateInputs } from './request/validation.ts';

/** Headers of every response: data that browsers must not run, frame or sniff. Pages set their own policy. */
export const safeHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/** Builds the HTTP server: spellings, request IDs, JSON, guards, errors. Resources are added later. */
export function createServer(config: Config, tracing = new Tracing()): App {
  const prefix = prefixOf(config);
  // Node requires that the time for headers is not longer than that for the whole request.
  const headersTimeout = Math.min(config.headersTimeoutMs, config.requestTimeoutMs);
  const fastPath: FastPath = { admit: undefined };
  const app = fastify({
    rewriteUrl: (request) => rewriteUrl(request.url ?? '/', prefix),
    trustProxy: config.trustedProxies.length > 0 && trustProxies(config.trustedProxies),
    genReqId: requestIdOf,
    serverFactory: (ordinary, options) => openServer(options, fastPath, ordinary),
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, request, reply) => sendProblem(request, reply.headers(safeHeaders), serviceErrorOf(error)),
    bodyLimit: config.maxJsonBytes,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    connectionTimeout: config.idleTimeoutMs,
    // Node's own refusal has no body.
    http: { requireHostHeader: false, headersTimeout, connectionsCheckingInterval: headersTimeout / 2 },
    // Requests on a kept connection are still answered while the service stops; then the connection is closed.
    return503OnClosing: false,
    requestTimeout: config.requestTimeoutMs,
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: true },
    logger: {
      level: config.logLevel,
      stream: process.stderr,
      mixin: logFields,
      // Bodies and headers contain user data and keys, so requests are logged only by method and address.
      serializers: { req: ({ method, url }) => ({ method, path: url?.split('?')[0] }) },
    },
  }).withTypeProvider<TypeBoxTypeProvider>();
  app.decorate('fastPath', fastPath);
  app.decorate('openStreams', new OpenStreams(config.eventListeners));
  cutIdleConnections(app.server);
  app.server.maxConnections = mostConnections();
  limitBodies(app, config.maxJsonBytes);
  // Existing clients send it so: describe takes a JSON body on GET.
  app.addHttpMethod('GET', { hasBody: true, overrideExisting: true });
  readJsonBodies(app);
  validateInputs(app);
  app.setSerializerCompiler(() => (value) => JSON.stringify(value));
  followPublicUrl(app, config);
  answerFailures(app);
  const beginSpan = traceRequests(app, tracing);
  const requireRoute = rememberRoutes(app);
  const guard = checkHostAndOrigin(config);
  const share = shareAcrossOrigins(config);
  app.addHook('onRequest', (request, reply, done) => {
    beginSpan(request);
    reply.headers(safeHeaders).header('x-request-id', request.id);
    guard(arrivalOf(request), request.routeOptions.config?.judgesOrigin);
    if (!request.routeOptions.config?.judgesOrigin && share(request, reply)) return;
    refuseNulInAddress(request);
    requireRoute(request);
    requireAcceptable(request);
    refuseCompressed(request);
    withinRequest({ requestId: request.id, project: undefined, span: request.span }, done);
  });
  logRequests(app);
  return app;
}

declare module 'fastify' {
  interface FastifyInstance {
    fastPath: FastPath;
  }
  interface FastifyContextConfig {
    /** Whether a repeated `Idempotency-Key` gets the stored answer. */
    idempotent?: boolean;
    /** Whether a success contains a secret that no later response shows. */
    answersSecret?: boolean;
    /** Whether the body is optional although the method usually has one. */
    emptyBody?: boolean;
    /** Whether the route checks origins itself instead of `checkHostAndOrigin`. */
    judgesOrigin?: boolean;
    /** Media types of a success; default `application/json`. */
    answers?: readonly string[];
    /** Media types of files that the route accepts beside JSON, for the document. */
    fileTypes?: readonly string[];
  }
}

function arrivalOf({
  method,
  headers,
  raw: { rawHeaders, httpVersion },
  originalUrl: target,
}: FastifyRequest): Arrival {
  return { method, headers, rawHeaders, target, httpVersion };
}

/** PostgreSQL text cannot contain NUL, and no name does. */
function refuseNulInAddress({ url }: FastifyRequest): void {
  if (url.includes('%00')) throw new ServiceError('malformed_request', 'The address contains the character NUL (%00).');
}

/** Compressed bodies are refused, which excludes decompression bombs. */
function refuseCompressed({ headers: { 'content-encoding': encoding = 'identity' } }: FastifyRequest): void {
  if (encoding.toLowerCase() === 'identity') return;
  throw new ServiceError('unsupported_media_type', 'Send the body uncompressed, without Content-Encoding.');
}

function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = parserInTurn();
  app.addContentTypeParser<Buffer<ArrayBuffer>>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    if (bytes.length === 0 && mayBeEmpty(request)) return done(null, undefined);
    if (bytes.length === 0) return done(new ServiceError('invalid_json', 'The body is empty; a JSON body is needed.'));
    if (bytes.length >= (request.routeOptions.config.leaveUnreadFrom ?? Number.POSITIVE_INFINITY))
      return done(null, new RawJsonBody(bytes));
    let body: string;
    try {
      body = textOfJson(bytes);
    } catch (error) {
      return done(error as Error);
    }
    return parse(request, body, done);
  });
}

function mayBeEmpty(request: FastifyRequest): boolean {
  return request.method === 'GET' || request.method === 'DELETE' || request.routeOptions.config.emptyBody === true;
}

function logRequests(app: FastifyInstance): void {
  // A logger per request would cost more than most of its work, so log lines name the request themselves.
  app.setChildLoggerFactory((logger) => logger);
  app.addHook('onResponse', (request, reply, done) => {
    // That it is not ready a node says each time it is asked, also while it starts: that is no failure.
    const isHealth = request.routeOptions.config?.action === 'service.health';
    const level = reply.statusCode >= 500 && !isHealth ? 'error' : 'debug';
    const { id: requestId, method, span, log } = request;
    if (level === 'debug' && log.level !== 'debug' && log.level !== 'trace') return done();
    const route = request.routeOptions.url ?? 'unknown';
    const answer = { method, route, status: reply.statusCode, ms: reply.elapsedTime };
    log[level]({ ...logFieldsOf({ requestId, span }), ...answer }, 'answered');
    done();
  });
}
