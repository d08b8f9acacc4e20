/** The server's end of a WebSocket (RFC 6455), one at a time: text frames of up to 64 kB out, masked ones in. */
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

interface Listener {
  opened(): void;
  received(text: string): void;
}

export class TextSocketServer {
  readonly #listener: Listener;
  #socket: Socket | undefined;

  constructor(listener: Listener) {
    this.#listener = listener;
  }

  accept(request: IncomingMessage, socket: Socket): void {
    const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
    const accepted = createHash('sha1').update(key).digest('base64');
    const head = ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade'];
    socket.write(`${head.join('\r\n')}\r\nSec-WebSocket-Accept: ${accepted}\r\n\r\n`);
    socket.on('data', (data) => this.#read(socket, data));
    socket.on('error', () => {});
    socket.on('close', () => {
      if (this.#socket === socket) this.#socket = undefined;
    });
    this.#socket = socket;
    this.#listener.opened();
  }

  get isOpen(): boolean {
    return this.#socket !== undefined;
  }

  send(text: string): void {
    this.#socket?.write(frame(0x81, Buffer.from(text)));
  }

  /** Closes with a code, as servers do that have something to say. */
  close(code: number): void {
    this.#socket?.end(frame(0x88, Buffer.from([code >> 8, code & 255])));
  }

  cut(): void {
    this.#socket?.destroy();
  }

  #read(socket: Socket, data: Buffer): void {
    for (let at = 0; at < data.length; ) {
      const short = data[at + 1] & 127;
      const length = short === 126 ? data.readUInt16BE(at + 2) : short;
      const start = at + (short === 126 ? 4 : 2);
      const mask = data.subarray(start, start + 4);
      const masked = data.subarray(start + 4, start + 4 + length);
      const content = Buffer.from(masked.map((byte, index) => byte ^ mask[index % 4]));
      if ((data[at] & 15) === 1) this.#listener.received(content.toString());
      if ((data[at] & 15) === 8) socket.end(frame(0x88, content));
      at = start + 4 + length;
    }
  }
}

function frame(head: number, content: Buffer): Buffer {
  const size = content.length < 126 ? [content.length] : [126, content.length >> 8, content.length & 255];
  return Buffer.concat([Buffer.from([head, ...size]), content]);
}
