const windowMs = 60_000;

/** A part of what is accepted in a minute. */
export interface Share {
  /** Whose messages are counted. */
  key: string;
  most: number;
}

/**
 * Counts messages per minute in several shares: of a conversation, an address and a chatbot. The time is that of
 * `performance`: the clock may be set back.
 */
export class VisitLimit {
  #windowEnds = 0;
  readonly #counts = new Map<string, number>();

  /**
   * Counts a message in every share, unless one is used up.
   * @returns the share that is used up, and the seconds until the next minute
   */
  take<One extends Share>(
    shares: readonly One[],
    now = performance.now(),
  ): { share: One; seconds: number } | undefined {
    if (now >= this.#windowEnds) {
      this.#counts.clear();
      this.#windowEnds = now + windowMs;
    }
    const share = shares.find(({ key, most }) => (this.#counts.get(key) ?? 0) >= most);
    if (share) return { share, seconds: Math.ceil((this.#windowEnds - now) / 1000) };
    for (const { key } of shares) this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    return undefined;
  }
}
