import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { FastifyHttpOptions } from 'fastify';
import { createServer } from '../node-http.ts';
import { acceptWaiting } from './accept-waiting.ts';
import type { FastPath } from './fast-path.ts';
import { lengthOfBody, type RequestHead } from './read-head.ts';
import { answerOnSockets } from './socket-requests.ts';

/** Opens the server like Fastify, with the fast path before its listener. */
export function openServer(options: FastifyHttpOptions<Server>, fastPath: FastPath, ordinary: RequestListener): Server {
  const { http, keepAliveTimeout = 0, requestTimeout = 0, connectionTimeout = 0 } = options;
  const server = createServer(http ?? {}, (request, response) => answerOrPass(fastPath, ordinary, request, response));
  // Node would refuse any other expectation than 100-continue without a body.
  server.on('checkExpectation', ordinary);
  server.keepAliveTimeout = keepAliveTimeout;
  server.requestTimeout = requestTimeout;
  server.setTimeout(connectionTimeout);
  acceptWaiting(server);
  const first = Math.min(server.headersTimeout, connectionTimeout || Number.POSITIVE_INFINITY);
  answerOnSockets(server, fastPath, { first, idle: connectionTimeout, keepAlive: keepAliveTimeout });
  return server;
}

/** For a connection that Node reads: Fastify gets a request without a fast answer, with its body. */
function answerOrPass(
  fastPath: FastPath,
  ordinary: RequestListener,
  request: IncomingMessage,
  response: ServerResponse,
) {
  if (fastPath.admit?.(request) === undefined) return ordinary(request, response);
  request.once('readable', () => {
    const body: Buffer | null = request.read();
    // The caller is admitted again: the key may have been revoked while the body was awaited.
    const found = body?.length === lengthOfBody(request) ? fastPath.admit?.(request)?.(body) : undefined;
    if (found !== undefined) {
      response.writeHead(200, [...found.headers]).end(found.text);
      return found.sent();
    }
    if (body !== null) request.unshift(body);
    return ordinary(request, response);
  });
}

const jsonTypes: ReadonlySet<string | undefined> = new Set(['application/json', 'application/json; charset=utf-8']);
/** Headers that a prediction does not need; Fastify's route handles them. */
const special = ['origin', 'content-encoding', 'transfer-encoding', 'expect'] as const;

/** Returns whether a request has a small JSON body and no special headers. */
export function isPlain(request: RequestHead, mostBytes: number): boolean {
  const length = lengthOfBody(request);
  if (length === 0 || length > mostBytes || !jsonTypes.has(request.headers['content-type'])) return false;
  return special.every((name) => request.headers[name] === undefined);
}
