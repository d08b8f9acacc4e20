import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

const heartbeatMs = 15_000;
const heartbeat = ': still here\n\n';

/** Server-sent events that are pushed as they happen; a comment now and then keeps proxies from closing the connection. */
export class EventStream {
  readonly #readable = new Readable({ read() {} });
  readonly #timer: NodeJS.Timeout;

  constructor() {
    this.#timer = setInterval(() => this.#push(heartbeat), heartbeatMs);
    this.#readable.once('close', () => clearInterval(this.#timer));
  }

  /** One event; text goes as it is, anything else as JSON. Nothing once the reader has gone away. */
  send(data: unknown): void {
    this.#push(`data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`);
  }

  end(): void {
    clearInterval(this.#timer);
    if (!this.#readable.destroyed) this.#readable.push(null);
  }

  sendBy(reply: FastifyReply): FastifyReply {
    // Some proxies hold answers back until they are large, unless they are told not to.
    const headers = { 'cache-control': 'no-store', 'x-accel-buffering': 'no' };
    return reply.type('text/event-stream').headers(headers).send(this.#readable);
  }

  #push(text: string): void {
    if (!this.#readable.destroyed) this.#readable.push(text);
  }
}
