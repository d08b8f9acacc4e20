import { ServiceError } from '../../../errors.ts';
import { Lanes } from './lanes.ts';

/** Steps in the background take up to a fifth of the time while others wait: a long document must end at some time. */
const restShare = 4;

/**
 * Gives one holder at a time the right to write, alternating between lanes; within a lane, first come, first served.
 * Steps in the background have lanes of their own and go when nobody else waits, or after a rest of four times what the
 * last one took.
 */
export class Turn {
  readonly #timeout: number;
  readonly #waiting = new Lanes();
  readonly #inBackground = new Lanes();
  #held = false;
  #began = 0;
  #isBackground = false;
  /** When the next step in the background may go before others. */
  #restUntil = 0;

  /** @param timeout milliseconds after which waiting fails */
  constructor(timeout: number) {
    this.#timeout = timeout;
  }

  /** Waits for the turn; the caller must end it by `release`. Rejects after the timeout. */
  async take(lane: string, isBackground = false): Promise<void> {
    if (this.#held) await this.#wait(lane, isBackground);
    this.#held = true;
    this.#isBackground = isBackground;
    this.#began = performance.now();
  }

  release(): void {
    if (this.#isBackground) {
      const now = performance.now();
      this.#restUntil = now + restShare * (now - this.#began);
    }
    const isRested = performance.now() >= this.#restUntil;
    const [first, second] = isRested ? [this.#inBackground, this.#waiting] : [this.#waiting, this.#inBackground];
    const next = first.shift() ?? second.shift();
    if (next) next();
    else this.#held = false;
  }

  async #wait(lane: string, isBackground: boolean): Promise<void> {
    const lanes = isBackground ? this.#inBackground : this.#waiting;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      lanes.remove(lane, resolve);
      reject(waitedInVain(this.#timeout));
    }, this.#timeout);
    lanes.push(lane, resolve);
    await promise.finally(() => clearTimeout(timer));
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
