const windowMs = 60_000;

/** Counts messages to each chatbot per minute: tokens are free, so a limit per visitor is not enough. */
export class VisitLimit {
  readonly #most: number;
  #windowEnds = 0;
  readonly #counts = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Returns the seconds to wait; undefined when the message is accepted. */
  take(chatbotId: string, now = Date.now()): number | undefined {
    if (now >= this.#windowEnds) {
      this.#counts.clear();
      this.#windowEnds = now + windowMs;
    }
    const count = (this.#counts.get(chatbotId) ?? 0) + 1;
    this.#counts.set(chatbotId, count);
    return count > this.#most ? Math.ceil((this.#windowEnds - now) / 1000) : undefined;
  }
}
