import { type Readable, Transform } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { beyondLimit, ServiceError } from '../../errors.ts';
import { type BodyOwner, SharedBytes } from './shared-bytes.ts';

/** Smaller bodies are not counted. */
const smallBytes = 64 * 1024;
/** Minimum speed of a body: a bad connection reaches it, a stalled one does not. */
const leastBytesASecond = 1024;
const graceMs = 10_000;

interface Arriving {
  since: number;
  bytes: number;
  stream: Transform;
}

/**
 * Large bodies in memory, counted from their first bytes until the response. Announced bytes that do not arrive take no
 * room, and no project or key may hold more than is left free for the others.
 */
export class InFlightBodies {
  readonly #held: SharedBytes;
  readonly #arriving = new Set<Arriving>();

  constructor(most: number) {
    this.#held = new SharedBytes(most);
  }

  /** Returns the body as a stream that fails when there is no room, or when it stalls. */
  follow(request: FastifyRequest, reply: FastifyReply, payload: Readable, ownerOf: () => BodyOwner): Readable {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    if ((length === undefined && encoding === undefined) || Number(length) < smallBytes) return payload;
    // Files go to disk as they arrive; a body longer than the limit is refused unread.
    if (isStreamed(request) || Number(length) > request.routeOptions.bodyLimit) return payload;
    const owner = ownerOf();
    if (!this.#held.hasRoom(owner, Number(length ?? 0), 0)) throw this.#overloaded();
    return this.#count(payload, reply, owner);
  }

  /** Ends the bodies that arrived too slowly. */
  dropSlow(now: number): void {
    for (const { since, bytes, stream } of this.#arriving) {
      const seconds = (now - since) / 1000;
      if (now - since < graceMs || bytes >= seconds * leastBytesASecond) continue;
      const detail = `The body comes at less than ${leastBytesASecond} bytes a second.`;
      stream.destroy(new ServiceError('request_timeout', detail));
    }
  }

  #count(payload: Readable, reply: FastifyReply, owner: BodyOwner): Readable {
    const stream = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        if (!this.#held.hasRoom(owner, chunk.length, arriving.bytes)) return done(this.#overloaded());
        arriving.bytes += chunk.length;
        this.#held.add(owner, chunk.length);
        return done(null, chunk);
      },
    });
    const arriving: Arriving = { since: performance.now(), bytes: 0, stream };
    this.#arriving.add(arriving);
    stream.once('close', () => this.#arriving.delete(arriving));
    payload.once('error', (error) => stream.destroy(error));
    reply.raw.once('close', () => {
      stream.destroy();
      this.#held.add(owner, -arriving.bytes);
    });
    return payload.pipe(stream);
  }

  #overloaded(): ServiceError {
    const { most } = this.#held;
    const detail = `Of the ${most} bytes that large bodies may have at once too few are free; try again a little later.`;
    return beyondLimit('overloaded', detail, { name: 'body_bytes', value: most }, { headers: { 'retry-after': '2' } });
  }
}

function isStreamed({ routeOptions, headers }: FastifyRequest): boolean {
  const isFile = routeOptions.schema?.consumes !== undefined;
  return isFile && !/^application\/json\b/.test(headers['content-type'] ?? '');
}
