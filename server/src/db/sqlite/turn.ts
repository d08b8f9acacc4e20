/** Whose turn it is to write: one holder at a time, first come first served. */
export class Turn {
  readonly #timeout: number;
  readonly #waiting: (() => void)[] = [];
  #held = false;

  /** @param timeout milliseconds after which waiting fails */
  constructor(timeout: number) {
    this.#timeout = timeout;
  }

  /** Waits for the turn; the caller must end it by `release`. Rejects when it does not come within the timeout. */
  async take(): Promise<void> {
    if (!this.#held) {
      this.#held = true;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      this.#waiting.splice(this.#waiting.indexOf(resolve), 1);
      reject(
        new Error(
          `waited ${this.#timeout} ms to write: a transaction is held open too long, or its own callback writes through the database instead of the transaction`,
        ),
      );
    }, this.#timeout);
    this.#waiting.push(resolve);
    await promise.finally(() => clearTimeout(timer));
  }

  release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#held = false;
  }
}
