import { connect, type Socket } from 'node:net';

const endOfHead = Buffer.from('\r\n\r\n');

/**
 * A keep-alive HTTP/1.1 connection that sends the same bytes repeatedly. It is leaner than a general client, so that
 * the load costs less than the server. Any response but 200 with a Content-Length is an error.
 */
export class Connection {
  #socket: Socket;
  #request: Buffer;
  #settle: { resolve: () => void; reject: (error: Error) => void } | undefined;
  #head: Buffer = Buffer.alloc(0);
  /** Remaining bytes of the current response; undefined before its header is read. */
  #missing: number | undefined;

  private constructor(socket: Socket, request: Buffer) {
    this.#socket = socket;
    this.#request = request;
    socket.on('data', (chunk: Buffer) => this.#receive(chunk));
    socket.on('error', (error) => this.#settle?.reject(error));
    socket.on('close', () => this.#settle?.reject(new Error('The server closed a connection under load.')));
  }

  static open(url: URL, body: string, headers: Readonly<Record<string, string>> = {}): Promise<Connection> {
    const head = [
      `POST ${url.pathname} HTTP/1.1`,
      `Host: ${url.host}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ];
    const request = Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`);
    const socket = connect({ host: url.hostname, port: Number(url.port), noDelay: true });
    return new Promise((resolve, reject) => {
      socket.once('error', reject);
      socket.once('connect', () => resolve(new Connection(socket, request)));
    });
  }

  /** Sends the request and resolves when the whole response has arrived. One at a time. */
  ask(): Promise<void> {
    this.#head = Buffer.alloc(0);
    this.#missing = undefined;
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      this.#socket.write(this.#request);
    });
  }

  close(): void {
    this.#settle = undefined;
    this.#socket.destroy();
  }

  #receive(chunk: Buffer): void {
    if (this.#missing === undefined) this.#readHead(chunk);
    else this.#missing -= chunk.length;
    if (this.#missing === 0) this.#settle?.resolve();
  }

  #readHead(chunk: Buffer): void {
    this.#head = this.#head.length === 0 ? chunk : Buffer.concat([this.#head, chunk]);
    const end = this.#head.indexOf(endOfHead);
    if (end < 0) return;
    const head = this.#head.toString('latin1', 0, end);
    const length = /^content-length: (\d+)/im.exec(head)?.[1];
    if (!head.startsWith('HTTP/1.1 200 ') || length === undefined)
      this.#settle?.reject(new Error(`Under load the server answered:\n${this.#head.toString('latin1', 0, 1000)}`));
    else this.#missing = end + endOfHead.length + Number(length) - this.#head.length;
  }
}
