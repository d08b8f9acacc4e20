/** Remembers a change that arrives while nobody waits. */
export class ChangeSignal {
  #changed = false;
  #wake: () => void = () => {};

  set(): void {
    this.#changed = true;
    this.#wake();
  }

  /** Resolves at the next change, or after `timeoutMs`. */
  async next(timeoutMs: number): Promise<void> {
    if (!this.#changed) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#wake = resolve;
      const timer = setTimeout(resolve, timeoutMs);
      await promise;
      clearTimeout(timer);
    }
    this.#changed = false;
  }
}
