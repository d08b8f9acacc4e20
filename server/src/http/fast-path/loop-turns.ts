/** Connections: as much as takes about a millisecond. */
const mostATurn = 4;

/**
 * Begins only a few pieces of work in each turn of the event loop, in their order. Hundreds of connections that come or
 * break in one moment then hold nobody up whose request was already being read.
 */
export class LoopTurns {
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];
  #begun = 0;

  constructor(most = mostATurn) {
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
