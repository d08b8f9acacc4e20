import type { ServerResponse } from 'node:http';
import { beyondLimit, type LimitName } from '../../errors.ts';

/** Whose streams are counted beside those of all, and how many are accepted. */
interface StreamShare {
  whose: string;
  key: string;
  most: number;
}

declare module 'fastify' {
  interface FastifyInstance {
    openStreams: OpenStreams;
  }
}

/** Counts the event streams that are open: each holds memory for as long as its reader likes. */
export class OpenStreams {
  readonly #most: number;
  readonly #counts = new Map<string, number>();
  #open = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get open(): number {
    return this.#open;
  }

  /**
   * Counts a stream until its connection closes.
   * @throws ServiceError `too_many_listeners` when all are in use, `rate_limited` when a share is
   */
  add(response: ServerResponse, name: LimitName = 'event_listeners', shares: readonly StreamShare[] = []): void {
    const full = shares.find(({ key, most }) => (this.#counts.get(key) ?? 0) >= most);
    if (full) {
      const detail = `${full.most} event streams of one ${full.whose} are open, which is the maximum.`;
      throw beyondLimit('rate_limited', detail, { name, value: full.most }, { headers: { 'retry-after': '30' } });
    }
    if (this.#open >= this.#most) {
      const limit = { name: 'event_listeners', value: this.#most } as const;
      throw beyondLimit('too_many_listeners', `${this.#most} event streams are open, which is the maximum.`, limit);
    }
    if (response.destroyed) return;
    this.#change(shares, 1);
    response.once('close', () => this.#change(shares, -1));
  }

  #change(shares: readonly StreamShare[], by: number): void {
    this.#open += by;
    for (const { key } of shares) {
      const count = (this.#counts.get(key) ?? 0) + by;
      if (count > 0) this.#counts.set(key, count);
      else this.#counts.delete(key);
    }
  }
}
