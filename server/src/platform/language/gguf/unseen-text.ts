import { RepetitionWatch } from '../repetition.ts';

/**
 * Ends what goes round in a circle where nobody else sees it: arguments of calls and JSON reach the service when they
 * are complete, and a grammar keeps a small model from ending them in any other way.
 */
export class UnseenText {
  readonly signal: AbortSignal;
  readonly #watch = new RepetitionWatch();
  readonly #leaving: AbortSignal;
  readonly #ending = new AbortController();

  /** @param leaving ends it, too */
  constructor(leaving: AbortSignal) {
    this.#leaving = leaving;
    this.signal = AbortSignal.any([leaving, this.#ending.signal]);
  }

  take(piece: string): void {
    if (this.#watch.sees(piece)) this.#ending.abort();
  }

  /** Waits for the work that the signal ends; returns `none` where a circle ended it. */
  async untilCircle<Result>(work: Promise<Result>, none: Result): Promise<Result> {
    try {
      return await work;
    } catch (error) {
      if (this.#leaving.aborted || !this.#ending.signal.aborted) throw error;
      return none;
    }
  }
}
