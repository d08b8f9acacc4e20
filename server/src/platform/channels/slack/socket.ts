import { fieldsOf, textOf } from '../call-platform.ts';
import { ChannelFailure } from '../failure.ts';
import type { ChannelHost } from '../platform.ts';
import type { SlackApi } from './api.ts';

interface SocketHouse {
  /** With the token of the app. */
  connect: SlackApi;
  openSocket: ChannelHost['openSocket'];
  /** Resolves once the payload of an event is dealt with. */
  take(payload: Record<string, unknown>): Promise<void>;
  fail(failure: ChannelFailure): void;
}

/** Socket mode (https://api.slack.com/apis/socket-mode): events over a WebSocket, each acknowledged once `take` resolves. */
export class SlackSocket {
  readonly #connect: SlackApi;
  readonly #openSocket: ChannelHost['openSocket'];
  readonly #take: SocketHouse['take'];
  readonly #fail: SocketHouse['fail'];
  #socket: WebSocket | undefined;
  #stopped = false;

  constructor({ connect, openSocket, take, fail }: SocketHouse) {
    this.#connect = connect;
    this.#openSocket = openSocket;
    this.#take = take;
    this.#fail = fail;
  }

  /** Resolves once Slack has said hello. */
  async open(): Promise<void> {
    const { url } = await this.#connect('apps.connections.open');
    const greeted = Promise.withResolvers<void>();
    const socket = await this.#openSocket(textOf(url));
    this.#socket = socket;
    let isGreeted = false;
    const greet = () => {
      isGreeted = true;
      greeted.resolve();
    };
    socket.addEventListener('message', ({ data }) => this.#receive(socket, String(data), greet));
    socket.addEventListener('error', () => {}); // a close follows
    socket.addEventListener('close', () => {
      if (!isGreeted) greeted.reject(new ChannelFailure('temporary', 'Slack closed the socket before its hello.'));
      else if (!this.#stopped && this.#socket === socket) this.#reopen();
    });
    await greeted.promise;
  }

  close(): void {
    this.#stopped = true;
    this.#socket?.close();
  }

  #receive(socket: WebSocket, text: string, greet: () => void): void {
    const frame = fieldsOf(JSON.parse(text));
    if (frame.type === 'hello') greet();
    // Slack renews its sockets every few hours, and says so beforehand.
    if (frame.type === 'disconnect') socket.close();
    if (typeof frame.envelope_id === 'string') this.#handOver(socket, frame.envelope_id, fieldsOf(frame.payload));
  }

  /** What is not acknowledged Slack sends again. */
  #handOver(socket: WebSocket, envelope_id: string, payload: Record<string, unknown>): void {
    this.#take(payload).then(
      () => socket.readyState === WebSocket.OPEN && socket.send(JSON.stringify({ envelope_id })),
      () => this.#fail(new ChannelFailure('temporary', 'A message could not be stored.')),
    );
  }

  #reopen(): void {
    this.open().catch((error) => {
      const lost = new ChannelFailure('temporary', 'Slack closed the socket and takes no new one.');
      if (!this.#stopped) this.#fail(error instanceof ChannelFailure ? error : lost);
    });
  }
}
