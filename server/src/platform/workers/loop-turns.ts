/**
 * Begins only some pieces of work in each turn of the event loop, in their order. Hundreds that come in one moment then
 * hold nobody up whose work has already begun.
 */
export class LoopTurns {
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];
  #begun = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Runs `work` at once when this turn has room. */
  take(work: () => void): void {
    if (this.#begun === this.#most) return void this.#waiting.push(work);
    this.#count();
    work();
  }

  #count(): void {
    if (this.#begun === 0) setImmediate(this.#goOn);
    this.#begun += 1;
  }

  readonly #goOn = () => {
    this.#begun = 0;
    for (const work of this.#waiting.splice(0, this.#most)) {
      this.#count();
      work();
    }
  };
}
