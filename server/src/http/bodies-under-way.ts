import type { FastifyReply, FastifyRequest } from 'fastify';

/** Smaller bodies are not worth the counting. */
const smallBytes = 64 * 1024;

/** Large bodies that are held in memory, from their headers to the end of their answers. */
export class BodiesUnderWay {
  /** Bytes that they may have together. */
  readonly most: number;
  #bytes = 0;

  constructor(most: number) {
    this.most = most;
  }

  /** Counts the body of a request until it has been answered; answers whether there is room for it. One alone always has. */
  admit(request: FastifyRequest, reply: FastifyReply): boolean {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    if ((length === undefined && encoding === undefined) || Number(length) < smallBytes) return true;
    if (isStreamed(request)) return true;
    const { bodyLimit } = request.routeOptions;
    // What is longer than the limit is refused unread; one that does not say its length may have as much.
    const bytes = Math.min(Number(length ?? bodyLimit), bodyLimit);
    if (this.#bytes > 0 && this.#bytes + bytes > this.most) return false;
    this.#bytes += bytes;
    reply.raw.once('close', () => {
      this.#bytes -= bytes;
    });
    return true;
  }
}

/** Files go to disk as they arrive. */
function isStreamed({ routeOptions, headers }: FastifyRequest): boolean {
  const isFile = routeOptions.schema?.consumes !== undefined;
  return isFile && !/^application\/json\b/.test(headers['content-type'] ?? '');
}
