import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { FastifyHttpOptions } from 'fastify';

/**
 * Answers a request before Fastify's life cycle, which costs several times as much as a prediction, or passes it
 * unchanged to Fastify's listener. It sends only successes, so that every refusal is worded in one place.
 */
type DirectHandler = (request: IncomingMessage, response: ServerResponse, ordinary: RequestListener) => void;

export interface DirectWay {
  handle: DirectHandler | undefined;
}

/** Opens the server like Fastify, with the direct handler before its listener. */
export function openServer(options: FastifyHttpOptions<Server>, direct: DirectWay, ordinary: RequestListener): Server {
  const { http, keepAliveTimeout = 0, requestTimeout = 0, connectionTimeout = 0 } = options;
  const server = createServer(http ?? {}, (request, response) => {
    if (direct.handle) direct.handle(request, response, ordinary);
    else ordinary(request, response);
  });
  // Node would refuse any other expectation than 100-continue without a body.
  server.on('checkExpectation', ordinary);
  server.keepAliveTimeout = keepAliveTimeout;
  server.requestTimeout = requestTimeout;
  server.setTimeout(connectionTimeout);
  return server;
}

const jsonTypes: ReadonlySet<string | undefined> = new Set(['application/json', 'application/json; charset=utf-8']);
/** Headers that a prediction does not need; Fastify's route handles them. */
const special = ['origin', 'content-encoding', 'transfer-encoding', 'expect'] as const;

/** Returns the length of a small JSON body without special headers; 0 for all other requests. */
export function plainBodyLength({ headers }: IncomingMessage, most: number): number {
  const length = Number(headers['content-length']);
  if (!(length > 0 && length <= most) || !jsonTypes.has(headers['content-type'])) return 0;
  for (const name of special) if (headers[name] !== undefined) return 0;
  return length;
}

/** Calls `take` with the complete body; if `take` does not answer, Fastify gets the request with its body. */
export function readOrHandOver(
  request: IncomingMessage,
  length: number,
  take: (body: Buffer) => boolean,
  handOver: () => void,
): void {
  request.once('readable', () => {
    const body: Buffer | null = request.read();
    if (body?.length === length && take(body)) return;
    if (body !== null) request.unshift(body);
    handOver();
  });
}
