import { type Readable, Transform } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { beyondLimit, ServiceError } from '../../errors.ts';

/** Smaller bodies are not counted. */
const smallBytes = 64 * 1024;
/** Minimum speed of a body: a bad connection reaches it, a stalled one does not. */
const leastBytesASecond = 1024;
const graceMs = 10_000;

/** The owner of a body. */
export interface BodyOwner {
  /** Empty when it belongs to no project, or to one that the sender may not reach. */
  project: string;
  /** ID of the key, or the address without one. */
  caller: string;
}

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
  /** Maximum bytes of all together. */
  readonly most: number;
  #bytes = 0;
  readonly #byProject = new Map<string, number>();
  readonly #byCaller = new Map<string, number>();
  readonly #arriving = new Set<Arriving>();

  constructor(most: number) {
    this.most = most;
  }

  /** Returns the body as a stream that fails when there is no room, or when it stalls. */
  follow(request: FastifyRequest, reply: FastifyReply, payload: Readable, ownerOf: () => BodyOwner): Readable {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    if ((length === undefined && encoding === undefined) || Number(length) < smallBytes) return payload;
    // Files go to disk as they arrive; a body longer than the limit is refused unread.
    if (isStreamed(request) || Number(length) > request.routeOptions.bodyLimit) return payload;
    const owner = ownerOf();
    if (!this.#hasRoom(owner, Number(length ?? 0), 0)) throw this.#overloaded();
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
        if (!this.#hasRoom(owner, chunk.length, arriving.bytes)) return done(this.#overloaded());
        arriving.bytes += chunk.length;
        this.#add(owner, chunk.length);
        return done(null, chunk);
      },
    });
    const arriving: Arriving = { since: performance.now(), bytes: 0, stream };
    this.#arriving.add(arriving);
    stream.once('close', () => this.#arriving.delete(arriving));
    payload.once('error', (error) => stream.destroy(error));
    reply.raw.once('close', () => {
      stream.destroy();
      this.#add(owner, -arriving.bytes);
    });
    return payload.pipe(stream);
  }

  /** A single body always has room; `own` is the number of its bytes so far. */
  #hasRoom({ project, caller }: BodyOwner, bytes: number, own: number): boolean {
    if (this.#bytes === own) return true;
    const free = this.most - this.#bytes - bytes;
    const ofProject = (this.#byProject.get(project) ?? 0) + bytes;
    const ofCaller = (this.#byCaller.get(caller) ?? 0) + bytes;
    return ofProject <= free && ofCaller <= free;
  }

  #add({ project, caller }: BodyOwner, bytes: number): void {
    this.#bytes += bytes;
    addTo(this.#byProject, project, bytes);
    addTo(this.#byCaller, caller, bytes);
  }

  #overloaded(): ServiceError {
    const detail = `Of the ${this.most} bytes that large bodies may have at once too few are free; try again a little later.`;
    return beyondLimit(
      'overloaded',
      detail,
      { name: 'body_bytes', value: this.most },
      { headers: { 'retry-after': '2' } },
    );
  }
}

function addTo(sums: Map<string, number>, key: string, bytes: number): void {
  const sum = (sums.get(key) ?? 0) + bytes;
  if (sum === 0) sums.delete(key);
  else sums.set(key, sum);
}

function isStreamed({ routeOptions, headers }: FastifyRequest): boolean {
  const isFile = routeOptions.schema?.consumes !== undefined;
  return isFile && !/^application\/json\b/.test(headers['content-type'] ?? '');
}
