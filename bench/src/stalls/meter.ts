import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createInterface, type Interface } from 'node:readline';
import type { Reading } from './recorder.ts';

/** Thrown when the main thread does not answer in time. */
export class StandsStill extends Error {}

/** Asks the recorder inside of the service. */
export class Meter {
  readonly #socket: Socket;
  readonly #lines: Interface;

  private constructor(socket: Socket) {
    this.#socket = socket;
    this.#lines = createInterface(socket);
  }

  static async open(port: number): Promise<Meter> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.on('error', () => socket.destroy());
    return new Meter(socket);
  }

  /** Returns what the main thread did since the last call; throws when it says nothing for `mostMs`. */
  async take(mostMs: number): Promise<Reading> {
    const answer = once(this.#lines, 'line', { signal: AbortSignal.timeout(mostMs) });
    this.#socket.write('?');
    try {
      const [line] = await answer;
      return JSON.parse(line);
    } catch {
      throw new StandsStill(`The main thread stood still for more than ${mostMs / 1000} s`);
    }
  }

  close(): void {
    this.#lines.close();
    this.#socket.destroy();
  }
}
