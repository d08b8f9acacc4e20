import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

const heartbeatMs = 15_000;
const heartbeat = ': still here\n\n';
/** Events that wait for their reader, in UTF-16 units: several times what the longest answers of language models take. */
const mostUnread = 8 * 1024 * 1024;

/**
 * Sends server-sent events; occasional comments keep proxies from closing the connection. Whoever asks and does not read
 * is cut off: language models do not wait, and the events would fill the memory.
 */
export class EventStream {
  readonly #readable = new Readable({ read() {} });
  readonly #timer: NodeJS.Timeout;

  constructor() {
    this.#timer = setInterval(() => this.#push(heartbeat), heartbeatMs);
    this.#readable.once('close', () => clearInterval(this.#timer));
  }

  /** Sends one event: text unchanged, anything else as JSON. Does nothing after the reader has disconnected. */
  send(data: unknown, name?: string): void {
    const event = name === undefined ? '' : `event: ${name}\n`;
    this.#push(`${event}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`);
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
    if (this.#readable.destroyed) return;
    if (this.#readable.readableLength > mostUnread) this.#readable.destroy(new Error('the events are not read'));
    else this.#readable.push(text);
  }
}
