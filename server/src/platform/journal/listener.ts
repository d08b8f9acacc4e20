import type { ServerResponse } from 'node:http';

/** An event serialised for all listeners. */
export interface Frame {
  sequence: number;
  type: string;
  subject: string;
  text: string;
}

/** Consecutive events of a stream, at least one, with their bytes, which all listeners share. */
export interface Batch {
  frames: readonly Frame[];
  bytes: Buffer;
}

export function batchOf(frames: readonly Frame[]): Batch {
  return { frames, bytes: Buffer.from(textOf(frames)) };
}

function textOf(frames: readonly Frame[]): string {
  return frames.map((frame) => frame.text).join('');
}

export interface ListenerOptions {
  streamId: string;
  /** Number of the last event that the listener has. */
  after: number;
  types: ReadonlySet<string> | undefined;
  subject: string | undefined;
}

const heartbeatMs = 15_000;

/** One open response. It takes events live or, while it is behind, from the database at its own pace. */
export class Listener {
  readonly options: ListenerOptions;
  position: number;
  /** Whether it has all delivered events and takes new ones live. */
  isLive = false;
  readonly #response: ServerResponse;
  #lastWrite = performance.now();

  constructor(response: ServerResponse, options: ListenerOptions) {
    this.#response = response;
    this.options = options;
    this.position = options.after;
    response.write('retry: 1000\n\n');
  }

  get isClosed(): boolean {
    return this.#response.destroyed || this.#response.writableEnded;
  }

  /** Sends the events after its position. @returns false when it must drain (`drained`) before it can take more */
  take({ frames, bytes }: Batch): boolean {
    const { types, subject } = this.options;
    const takesAll = types === undefined && subject === undefined && frames[0].sequence > this.position;
    const wanted = takesAll ? bytes : textOf(frames.filter((frame) => this.#wants(frame)));
    this.position = Math.max(this.position, frames[frames.length - 1].sequence);
    if (wanted.length === 0) return true;
    this.#lastWrite = performance.now();
    return this.#response.write(wanted);
  }

  #wants({ sequence, type, subject }: Frame): boolean {
    const { types, subject: wanted } = this.options;
    return sequence > this.position && (types?.has(type) ?? true) && (wanted === undefined || wanted === subject);
  }

  /** Resolves when it can take more, or was closed. */
  async drained(): Promise<void> {
    if (!this.#response.writableNeedDrain || this.isClosed) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#response.once('drain', resolve).once('close', resolve);
    await promise;
    this.#response.off('drain', resolve).off('close', resolve);
  }

  /** Sends a heartbeat when idle, and closes a connection that has taken nothing for two heartbeats. */
  beat(): void {
    const now = performance.now();
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
