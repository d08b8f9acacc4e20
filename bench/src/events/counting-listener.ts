import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const idField = Buffer.from('\nid: ');
const eventEnd = Buffer.from('\n\n');

/** Counts the events of one stream and checks their order, without storing them. */
export class CountingListener {
  /** Number of the last event. */
  last = 0;
  count = 0;
  /** Number of events out of sequence. */
  gaps = 0;
  readonly #socket: Socket;
  #rest = Buffer.from('\n');

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk) => this.#take(chunk));
    socket.on('error', () => {}); // a closed socket shows in the counts
  }

  /** Opens a project's stream over a bare socket; resolves when the response has begun. */
  static async open(base: string, project: string): Promise<CountingListener> {
    const { hostname, port } = new URL(base);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.write(
      `GET /api/projects/${project}/events HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAccept: text/event-stream\r\n\r\n`,
    );
    const [head] = await once(socket, 'data');
    if (!head.toString('latin1').startsWith('HTTP/1.1 200')) throw new Error(head.toString('latin1').slice(0, 300));
    return new CountingListener(socket);
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed;
  }

  close(): void {
    this.#socket.destroy();
  }

  /** Parses complete events; a partial one is kept for the next chunk. */
  #take(chunk: Buffer): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const end = bytes.lastIndexOf(eventEnd) + 1;
    for (let at = bytes.indexOf(idField); at !== -1 && at < end; at = bytes.indexOf(idField, at + 100))
      this.#note(numberAt(bytes, at + idField.length));
    this.#rest = Buffer.from(bytes.subarray(end));
  }

  #note(sequence: number): void {
    if (this.last !== 0 && sequence !== this.last + 1) this.gaps += 1;
    this.last = sequence;
    this.count += 1;
  }
}

function numberAt(bytes: Buffer, start: number): number {
  let value = 0;
  for (let at = start; bytes[at] >= 48 && bytes[at] <= 57; at++) value = 10 * value + bytes[at] - 48;
  return value;
}
