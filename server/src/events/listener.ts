import type { ServerResponse } from 'node:http';

/** An event as it goes to every listener: made into text once. */
export interface Frame {
  sequence: number;
  type: string;
  subject: string;
  text: string;
}

export interface ListenerOptions {
  streamId: string;
  /** Number of the last event that the listener has. */
  after: number;
  types: ReadonlySet<string> | undefined;
  subject: string | undefined;
  /** Asked once a second: whether its caller may go on. */
  mayGoOn(): boolean;
}

const heartbeatMs = 15_000;

/** One open answer. It takes events as they come, or, while it is behind, from the database at its own pace. */
export class Listener {
  readonly options: ListenerOptions;
  position: number;
  /** Whether it has everything that was given out so far, and takes the next as it comes. */
  isLive = false;
  readonly #response: ServerResponse;
  #lastWrite = Date.now();

  constructor(response: ServerResponse, options: ListenerOptions) {
    this.#response = response;
    this.options = options;
    this.position = options.after;
    response.write('retry: 1000\n\n');
  }

  get isClosed(): boolean {
    return this.#response.destroyed || this.#response.writableEnded;
  }

  /** Takes what follows its position. @returns false when it must be waited for (`drained`) before it can take more */
  take({ sequence, type, subject, text }: Frame): boolean {
    if (sequence <= this.position) return true;
    this.position = sequence;
    const { types, subject: wanted } = this.options;
    if ((types && !types.has(type)) || (wanted !== undefined && wanted !== subject)) return true;
    this.#lastWrite = Date.now();
    return this.#response.write(text);
  }

  /** Resolves when it can take more, or never will. */
  async drained(): Promise<void> {
    if (!this.#response.writableNeedDrain || this.isClosed) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#response.once('drain', resolve).once('close', resolve);
    await promise;
    this.#response.off('drain', resolve).off('close', resolve);
  }

  /** Keeps the connection open while nothing happens, and cuts one that has taken nothing for two heartbeats. */
  beat(now: number): void {
    if (this.#response.writableNeedDrain) {
      if (now - this.#lastWrite > 2 * heartbeatMs) this.#response.destroy();
    } else if (now - this.#lastWrite >= heartbeatMs) {
      this.#lastWrite = now;
      this.#response.write(': still here\n\n');
    }
  }

  /** Calls back once, when either side has closed the connection. */
  whenClosed(callback: () => void): void {
    this.#response.once('close', callback);
  }

  end(): void {
    this.#response.end();
  }
}
