import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

const heartbeatMs = 15_000;
const heartbeat = ': still here\n\n';

/** Sends server-sent events; occasional comments keep proxies from closing the connection. */
export class EventStream {
  readonly #readable = new Readable({ read() {} });
  readonly #timer: NodeJS.Timeout;

  constructor() {
    this.#timer = setInterval(() => this.#push(heartbeat), heartbeatMs);
    this.#readable.once('close', () => clearInterval(this.#timer));
  }

  /** Sends one event: text unchanged, anything else as JSON. Does nothing after the reader has disconnected. */
  send(data: unknown): void {
    this.#push(`data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`);
  }

  end(): void {
    clearInterval(this.#timer);
    if (!this.#readable.destroyed) this.#readable.push(null);
  }

  sendBy(reply: FastifyReply): FastifyReply {
    // Some proxies buffer responses unless told not to.
    const headers = { 'cache-control': 'no-store', 'x-accel-buffering': 'no' };
    return reply.type('text/event-stream').headers(headers).send(this.#readable);
  }

  #push(text: string): void {
    if (!this.#readable.destroyed) this.#readable.push(text);
  }
}
