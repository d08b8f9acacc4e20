import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { FastifyHttpOptions } from 'fastify';

/**
 * Answers a request before Fastify's life cycle, which costs several times as much as a prediction, or hands it, as it
 * came, to the ordinary listener. It answers successes alone: every refusal is worded in one place.
 */
type DirectHandler = (request: IncomingMessage, response: ServerResponse, ordinary: RequestListener) => void;

export interface DirectWay {
  handle: DirectHandler | undefined;
}

/** Opens the server as Fastify would, with the direct way before its listener. */
export function openServer(options: FastifyHttpOptions<Server>, direct: DirectWay, ordinary: RequestListener): Server {
  const { http, keepAliveTimeout = 0, requestTimeout = 0, connectionTimeout = 0 } = options;
  const server = createServer(http ?? {}, (request, response) => {
    if (direct.handle) direct.handle(request, response, ordinary);
    else ordinary(request, response);
  });
  server.keepAliveTimeout = keepAliveTimeout;
  server.requestTimeout = requestTimeout;
  server.setTimeout(connectionTimeout);
  return server;
}

const jsonTypes: ReadonlySet<string | undefined> = new Set(['application/json', 'application/json; charset=utf-8']);
/** What a prediction has no use for; the ordinary way knows what to do with it. */
const special = ['origin', 'content-encoding', 'transfer-encoding', 'expect'] as const;

/** The length of a small JSON body that needs no special treatment; 0 for all other requests. */
export function plainBodyLength({ headers }: IncomingMessage, most: number): number {
  const length = Number(headers['content-length']);
  if (!(length > 0 && length <= most) || !jsonTypes.has(headers['content-type'])) return 0;
  for (const name of special) if (headers[name] !== undefined) return 0;
  return length;
}

/** Calls `take` with the body once it is there; what `take` does not answer goes the ordinary way, body and all. */
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
