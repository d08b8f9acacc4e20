import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { Ajv } from 'ajv';
import fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import type { Config } from '../config.ts';
import { ServiceError } from '../errors.ts';
import { requireAcceptable } from './accept.ts';
import { rewriteUrl } from './door.ts';
import { answerFailures } from './failures.ts';
import { guardLocalRequest } from './guard.ts';
import { parseJsonBody } from './json-body.ts';
import { requestIdOf } from './request-ids.ts';

/** On every answer: it is data, to be neither run, framed nor sniffed by a browser. Pages set a policy of their own. */
const safeHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/** Builds the bare HTTP server: spellings, request IDs, JSON in and out, guards, failures. Resources come on top. */
export function createServer(config: Config) {
  const app = fastify({
    rewriteUrl: (request) => rewriteUrl(request.url ?? '/'),
    genReqId: requestIdOf,
    bodyLimit: config.maxJsonBytes,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    // What comes over a kept connection while the service stops is answered, and the connection then closed.
    return503OnClosing: false,
    requestTimeout: 0,
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: true },
    logger: {
      level: config.logLevel,
      stream: process.stderr,
      // Bodies and headers carry user data and keys: a request is named by method and address alone.
      serializers: { req: ({ method, url }) => ({ method, path: url?.split('?')[0] }) },
    },
  }).withTypeProvider<TypeBoxTypeProvider>();
  // SPEC.md 4.5: describe takes a JSON body on GET.
  app.addHttpMethod('GET', { hasBody: true, overrideExisting: true });
  readJsonBodies(app);
  validateInputs(app);
  app.setSerializerCompiler(() => (value) => JSON.stringify(value));
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(safeHeaders).header('x-request-id', request.id);
    guardLocalRequest(request);
    requireAcceptable(request);
    done();
  });
  answerFailures(app);
  logRequests(app);
  return app;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether an `Idempotency-Key` makes the route answer a repeated request from memory. */
    idempotent?: boolean;
    /** Whether the route takes a request without a body although its method usually has one. */
    emptyBody?: boolean;
  }
}

export type App = ReturnType<typeof createServer>;

function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '' && mayBeEmpty(request)) return done(null, undefined);
    if (body === '') return done(new ServiceError('invalid_json', 'The body is empty; a JSON body is needed.'));
    try {
      return done(null, parseJsonBody(body));
    } catch (error) {
      return done(error as Error);
    }
  });
}

function mayBeEmpty(request: FastifyRequest): boolean {
  return request.method === 'GET' || request.method === 'DELETE' || request.routeOptions.config.emptyBody === true;
}

/** Bodies are taken as they are; path and query arrive as text, so their numbers and booleans are read from it. */
function validateInputs(app: FastifyInstance): void {
  const options = { allErrors: true, useDefaults: true, strict: false, removeAdditional: false } as const;
  const exact = new Ajv({ ...options, coerceTypes: false });
  const fromText = new Ajv({ ...options, coerceTypes: true });
  app.setValidatorCompiler(({ schema, httpPart }) =>
    (httpPart === 'body' ? exact : fromText).compile(schema as object),
  );
}

function logRequests(app: FastifyInstance): void {
  // A logger per request costs more than most of its work: lines that belong to one name it themselves.
  app.setChildLoggerFactory((logger) => logger);
  app.addHook('onResponse', (request, reply, done) => {
    const level = reply.statusCode >= 500 ? 'error' : 'debug';
    const { id: reqId, method, log } = request;
    const route = request.routeOptions.url ?? 'unknown';
    log[level]({ reqId, method, route, status: reply.statusCode, ms: reply.elapsedTime }, 'answered');
    done();
  });
}
