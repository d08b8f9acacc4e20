import type { ServerResponse } from 'node:http';
import { localCaller } from '../../caller.ts';

/** Who has an answer that goes on for long. */
export interface Holder {
  /** The ID of a key, or who needs none. */
  actor: string;
  /** Asked before every byte, and once a second. */
  mayGoOn(): boolean;
}

const lookEveryMs = 1000;

/**
 * The answers that are open, so that none goes on for a key that may no longer have it. While a key is being changed
 * its answers hold still; once the change is known they go on or are cut, with all that waits to be sent.
 */
export class OpenResponses {
  readonly #open = new Set<OpenResponse>();
  /** IDs of the keys that are being changed, one for each change. */
  readonly #changing: string[] = [];
  #timer: NodeJS.Timeout | undefined;

  get size(): number {
    return this.#open.size;
  }

  /** Judges every byte of an answer from now on, in front of the connection itself. */
  follow(response: ServerResponse, holder: Holder): void {
    // Its caller went away before it began: nothing would tell of that again.
    if (response.destroyed) return;
    const answer = new OpenResponse(response, holder, () => this.#forget(answer));
    this.#open.add(answer);
    this.#timer ??= setInterval(() => this.judge(), lookEveryMs).unref();
    if (this.#changing.some((id) => answer.isOf(id))) answer.hold();
  }

  /** Judges all that are open by what is known now. */
  judge(): void {
    for (const answer of this.#open) answer.judge();
  }

  /** Holds the answers of a key still. @returns the way to let go of those that were not cut meanwhile */
  hold(keyId: string): () => void {
    this.#changing.push(keyId);
    for (const answer of this.#open) if (answer.isOf(keyId)) answer.hold();
    return () => {
      this.#changing.splice(this.#changing.indexOf(keyId), 1);
      for (const answer of this.#open) if (!this.#changing.some((id) => answer.isOf(id))) answer.letGo();
    };
  }

  #forget(answer: OpenResponse): void {
    this.#open.delete(answer);
    if (this.#open.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

/** Stands in front of what an answer is written to. */
class OpenResponse {
  readonly #response: ServerResponse;
  readonly #holder: Holder;
  /** What was to be written while it is held; undefined while it is not. */
  #waiting: (() => unknown)[] | undefined;
  /** Known here before the response knows it, while it is held. */
  #hasEnded = false;

  constructor(response: ServerResponse, holder: Holder, ended: () => void) {
    this.#response = response;
    this.#holder = holder;
    const write = response.write.bind(response) as (...args: unknown[]) => boolean;
    const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse;
    response.write = (...args: unknown[]) => (this.#hasEnded ? false : (this.#pass(() => write(...args)) ?? false));
    response.end = (...args: unknown[]) => {
      if (!this.#hasEnded) this.#pass(() => end(...args));
      this.#hasEnded = true;
      return response;
    };
    response.once('close', ended);
  }

  /** Whether a change of the key concerns it: any may end the open local mode. */
  isOf(keyId: string): boolean {
    return this.#holder.actor === keyId || this.#holder.actor === localCaller.actor;
  }

  hold(): void {
    this.#waiting ??= [];
  }

  letGo(): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting === undefined || waiting.length === 0 || !this.judge()) return;
    for (const action of waiting) action();
    // Whoever was told to wait is waiting for this.
    if (!this.#response.writableNeedDrain) this.#response.emit('drain');
  }

  #pass<Result>(action: () => Result): Result | undefined {
    if (!this.judge()) return undefined;
    if (this.#waiting === undefined) return action();
    this.#waiting.push(action);
    return undefined;
  }

  /** What was written before and is still on this machine is not sent either: the connection is reset, not closed. */
  judge(): boolean {
    const response = this.#response;
    if (response.destroyed) return false;
    // The socket of the request: the response has none while one before it on the connection is being answered.
    const { socket } = response.req;
    if (!socket.destroyed && this.#holder.mayGoOn()) return true;
    if (!socket.destroyed) socket.resetAndDestroy();
    if (response.socket === null) closeWaiting(response);
    return false;
  }
}

/** Node tells of a closed connection only the answer whose turn it is on it. */
function closeWaiting(response: ServerResponse): void {
  response.destroy();
  response.emit('close');
}
