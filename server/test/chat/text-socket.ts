/** The server's end of a WebSocket, one at a time, and the ways in which such an end fails. */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

interface Listener {
  opened(): void;
  received(text: string): void;
}

export class TextSocketServer {
  /** How often a connection was opened. */
  opened = 0;
  readonly #listener: Listener;
  readonly #server = new WebSocketServer({ noServer: true });
  #socket: WebSocket | undefined;
  #raw: Socket | undefined;
  readonly #raws = new Set<Socket>();
  #isMute = false;

  constructor(listener: Listener) {
    this.#listener = listener;
  }

  accept(request: IncomingMessage, raw: Socket, head: Buffer): void {
    this.#raws.add(raw);
    if (this.#isMute) return;
    this.#server.handleUpgrade(request, raw, head, (socket) => {
      this.opened += 1;
      this.#socket = socket;
      this.#raw = raw;
      socket.on('message', (data) => this.#listener.received(data.toString()));
      socket.on('error', () => {});
      socket.on('close', () => {
        if (this.#socket === socket) this.#socket = undefined;
      });
      this.#listener.opened();
    });
  }

  get isOpen(): boolean {
    return this.#socket !== undefined;
  }

  send(text: string): void {
    this.#socket?.send(text);
  }

  /** Closes with a code, as servers do that have something to say. */
  close(code: number): void {
    this.#socket?.close(code);
  }

  /** From now on nothing is heard of this connection, no farewell either; the next one is answered. */
  fallSilent(): void {
    this.#raw?.pause();
    this.#socket?.removeAllListeners('message');
    this.#socket = undefined;
  }

  /** New connections stand, and nobody is there. */
  mute(): void {
    this.#isMute = true;
  }

  cut(): void {
    for (const raw of this.#raws) raw.destroy();
  }
}
