import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Counts the events of one stream and holds them to their order, without keeping them. */
export class CountingListener {
  /** Number of the last event. */
  last = 0;
  count = 0;
  /** Events that were not the one after the event before. */
  gaps = 0;
  readonly #socket: Socket;
  #rest = '';

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk) => this.#take(chunk.toString('latin1')));
    socket.on('error', () => {}); // its end is seen in its counts
  }

  /** Opens the stream of a project over a bare socket; resolves once its answer has begun. */
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

  #take(chunk: string): void {
    const text = this.#rest + chunk;
    const end = text.lastIndexOf('\n') + 1;
    this.#rest = text.slice(end);
    for (let at = text.indexOf('id: '); at !== -1 && at < end; at = text.indexOf('\nid: ', at + 4)) {
      if (text[at] === '\n') at += 1;
      const sequence = Number.parseInt(text.slice(at + 4, at + 20), 10);
      if (this.last !== 0 && sequence !== this.last + 1) this.gaps += 1;
      this.last = sequence;
      this.count += 1;
    }
  }
}

/** Opens so many streams, some at a time. */
export async function openListeners(base: string, project: string, count: number): Promise<CountingListener[]> {
  const listeners: CountingListener[] = [];
  const atOnce = 100;
  while (listeners.length < count) {
    const some = Array.from({ length: Math.min(atOnce, count - listeners.length) });
    listeners.push(...(await Promise.all(some.map(() => CountingListener.open(base, project)))));
  }
  return listeners;
}
