import type { WebSocket } from 'ws';
import { fieldsOf, textOf } from '../call-platform.ts';
import { ChannelFailure } from '../failure.ts';
import { closeSocket, readFrames, untilOpen } from '../live-socket.ts';
import type { ChannelHost } from '../platform.ts';
import type { SlackApi } from './api.ts';

/** As in Slack's own library, which also closes a connection after half a minute without data. */
const pingEveryMs = 5000;
const silentForMs = 30_000;
const lingerMs = 1000;

interface SocketHost {
  /** Calls the API with the app's token. */
  connect: SlackApi;
  openSocket: ChannelHost['openSocket'];
  /** Resolves when the payload of an event is processed. */
  take(payload: Record<string, unknown>): Promise<void>;
  fail(failure: ChannelFailure): void;
}

/**
 * Socket mode (https://api.slack.com/apis/socket-mode): events over a WebSocket, each acknowledged when `take`
 * resolves.
 */
export class SlackSocket {
  readonly #host: SocketHost;
  #socket: WebSocket | undefined;
  #stopped = false;
  /** Resolves when the events so far are stored. */
  #stored: Promise<void> = Promise.resolve();
  #hasFailed = false;

  constructor(host: SocketHost) {
    this.#host = host;
  }

  /** Resolves at Slack's hello. */
  async open(): Promise<void> {
    const { url } = await this.#host.connect('apps.connections.open');
    const greeted = Promise.withResolvers<void>();
    const socket = await this.#host.openSocket(textOf(url));
    this.#socket = socket;
    let isGreeted = false;
    const greet = () => {
      isGreeted = true;
      greeted.resolve();
    };
    const stopWatching = watch(socket);
    readFrames(socket, (frame) => this.#receive(socket, frame, greet));
    socket.on('error', () => {}); // a close follows
    socket.on('close', () => {
      stopWatching();
      greeted.reject(new ChannelFailure('temporary', 'Slack closed the socket before its hello.'));
      if (isGreeted && this.#socket === socket) this.#reopen();
    });
    if (this.#stopped) socket.terminate();
    await untilOpen('Slack', socket, greeted.promise);
  }

  close(): void {
    this.#stopped = true;
    if (this.#socket) closeSocket(this.#socket);
    this.#socket = undefined;
  }

  #receive(socket: WebSocket, frame: Record<string, unknown>, greet: () => void): void {
    const { type, reason, envelope_id, payload } = frame;
    if (type === 'hello') greet();
    if (type === 'disconnect') this.#leave(socket, textOf(reason));
    if (typeof envelope_id === 'string') this.#handOver(socket, envelope_id, fieldsOf(payload));
  }

  /** Slack replaces its sockets every few hours and announces it: the next one opens before this one closes. */
  #leave(socket: WebSocket, reason: string): void {
    if (this.#socket !== socket) return;
    this.#socket = undefined;
    if (reason !== 'link_disabled') this.#reopen();
    else
      this.#host.fail(new ChannelFailure('credentials', 'Slack says link_disabled: socket mode is off for the app.'));
    // Until then, events that arrive on this socket are acknowledged on it.
    setTimeout(() => closeSocket(socket), lingerMs).unref();
  }

  /**
   * Stores events one after another, as a later one that is stored first would be answered first. Behind one that could
   * not be stored nothing is taken: Slack sends unacknowledged events again.
   */
  #handOver(socket: WebSocket, envelope_id: string, payload: Record<string, unknown>): void {
    this.#stored = this.#stored.then(async () => {
      if (this.#hasFailed) return;
      try {
        await this.#host.take(payload);
        if (socket.readyState === socket.OPEN) socket.send(JSON.stringify({ envelope_id }));
      } catch {
        this.#hasFailed = true;
        this.#host.fail(new ChannelFailure('temporary', 'A message could not be stored.'));
      }
    });
  }

  #reopen(): void {
    if (this.#stopped) return;
    this.open().catch((error) => {
      const lost = new ChannelFailure('temporary', 'Slack closed the socket and takes no new one.');
      if (!this.#stopped) this.#host.fail(error instanceof ChannelFailure ? error : lost);
    });
  }
}

/** Disconnects from a peer that sends nothing, not even a reply to a ping. */
function watch(socket: WebSocket): () => void {
  let heardAt = Date.now();
  const hear = () => {
    heardAt = Date.now();
  };
  for (const sign of ['open', 'message', 'ping', 'pong']) socket.on(sign, hear);
  const timer = setInterval(() => {
    if (Date.now() - heardAt > silentForMs) socket.terminate();
    else if (socket.readyState === socket.OPEN) socket.ping();
  }, pingEveryMs);
  return () => clearInterval(timer);
}
