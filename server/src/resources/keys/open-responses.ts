import type { ServerResponse } from 'node:http';
import { localCaller } from '../../caller.ts';

/** Who receives a long response. */
export interface Recipient {
  /** ID of a key, or another actor. */
  actor: string;
  /** Called before every write and once a second. */
  mayGoOn(): boolean;
}

const recheckIntervalMs = 1000;

/**
 * Open long responses: none continues for a key that lost its rights.
 * While a key is being changed its responses pause; afterwards they continue, or are cut together with unsent data.
 */
export class OpenResponses {
  readonly #open = new Set<OpenResponse>();
  /** IDs of the keys being changed, one entry per change. */
  readonly #changing: string[] = [];
  #timer: NodeJS.Timeout | undefined;

  get size(): number {
    return this.#open.size;
  }

  /** Checks every write of a response from now on, before the connection itself. */
  track(response: ServerResponse, holder: Recipient): void {
    // The caller left before it began; no event would report that later.
    if (response.destroyed) return;
    const answer = new OpenResponse(response, holder, () => this.#forget(answer));
    this.#open.add(answer);
    this.#timer ??= setInterval(() => this.recheck(), recheckIntervalMs).unref();
    if (this.#changing.some((id) => answer.isOf(id))) answer.pause();
  }

  /** Rechecks all open responses. */
  recheck(): void {
    for (const answer of this.#open) answer.recheck();
  }

  /** Pauses the responses of a key. Returns a function that resumes those not cut meanwhile. */
  pause(keyId: string): () => void {
    this.#changing.push(keyId);
    for (const answer of this.#open) if (answer.isOf(keyId)) answer.pause();
    return () => {
      this.#changing.splice(this.#changing.indexOf(keyId), 1);
      for (const answer of this.#open) if (!this.#changing.some((id) => answer.isOf(id))) answer.resume();
    };
  }

  #forget(answer: OpenResponse): void {
    this.#open.delete(answer);
    if (this.#open.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

/** Intercepts the writes of one response. */
class OpenResponse {
  readonly #response: ServerResponse;
  readonly #holder: Recipient;
  /** Writes held back during a pause; undefined otherwise. */
  #waiting: (() => unknown)[] | undefined;
  /** Whether the response was ended during a pause. */
  #hasEnded = false;

  constructor(response: ServerResponse, holder: Recipient, ended: () => void) {
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

  /** Returns whether a change of the key concerns this response: any change may end the open local mode. */
  isOf(keyId: string): boolean {
    return this.#holder.actor === keyId || this.#holder.actor === localCaller.actor;
  }

  pause(): void {
    this.#waiting ??= [];
  }

  resume(): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting === undefined || waiting.length === 0 || !this.recheck()) return;
    for (const action of waiting) action();
    // The writer waits for this event.
    if (!this.#response.writableNeedDrain) this.#response.emit('drain');
  }

  #pass<Result>(action: () => Result): Result | undefined {
    if (!this.recheck()) return undefined;
    if (this.#waiting === undefined) return action();
    this.#waiting.push(action);
    return undefined;
  }

  /** Cuts the response unless allowed. A reset also drops buffered data. */
  recheck(): boolean {
    const response = this.#response;
    if (response.destroyed) return false;
    // Uses the request's socket: the response has none while an earlier one on the connection is being sent.
    const { socket } = response.req;
    if (!socket.destroyed && this.#holder.mayGoOn()) return true;
    if (!socket.destroyed) socket.resetAndDestroy();
    if (response.socket === null) closeWaiting(response);
    return false;
  }
}

/** Closes responses that wait on a connection: Node reports its closing only to the current one. */
function closeWaiting(response: ServerResponse): void {
  response.destroy();
  response.emit('close');
}
