import { ServiceError } from '../../../errors.ts';

/**
 * Gives one holder at a time the right to write, alternating between lanes; within a lane, first come, first served.
 */
export class Turn {
  readonly #timeout: number;
  /** Waiting callers by lane; the lane served last comes last. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #held = false;

  /** @param timeout milliseconds after which waiting fails */
  constructor(timeout: number) {
    this.#timeout = timeout;
  }

  /** Waits for the turn; the caller must end it by `release`. Rejects after the timeout. */
  async take(lane: string): Promise<void> {
    if (!this.#held) {
      this.#held = true;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      this.#leave(lane, resolve);
      reject(waitedInVain(this.#timeout));
    }, this.#timeout);
    const queue = this.#waiting.get(lane) ?? [];
    queue.push(resolve);
    this.#waiting.set(lane, queue);
    await promise.finally(() => clearTimeout(timer));
  }

  release(): void {
    const first = this.#waiting.entries().next();
    if (first.done) {
      this.#held = false;
      return;
    }
    const [lane, queue] = first.value;
    const next = queue.shift();
    this.#waiting.delete(lane);
    if (queue.length > 0) this.#waiting.set(lane, queue);
    next?.();
  }

  #leave(lane: string, waiter: () => void): void {
    const queue = this.#waiting.get(lane) ?? [];
    queue.splice(queue.indexOf(waiter), 1);
    if (queue.length === 0) this.#waiting.delete(lane);
  }
}

/** The disk or processor is overloaded, or it is an internal error, which the log shows. */
function waitedInVain(milliseconds: number): ServiceError {
  const detail = `Others have been writing for ${milliseconds} ms without a break; try again a little later.`;
  const cause = new Error(
    'a transaction is held open too long, or its own callback writes through the database instead of the transaction',
  );
  return new ServiceError('overloaded', detail, { cause, headers: { 'retry-after': '5' } });
}
