import type { Sibyl } from '../client.ts';
import type { CallOptions, Session } from '../types.ts';

/** The session of a page in a browser. */
export class Sessions {
  readonly #sibyl: Sibyl;

  constructor(sibyl: Sibyl) {
    this.#sibyl = sibyl;
  }

  /** Signs in: the key becomes an HttpOnly cookie for twelve hours. */
  create(key: string, options?: CallOptions): Promise<Session> {
    return this.#sibyl.call('createSession', { body: { key }, ...options });
  }

  /** Who am I? */
  get(options: CallOptions = {}): Promise<Session> {
    return this.#sibyl.call('getSession', options);
  }

  /** Signs out. */
  delete(options: CallOptions = {}) {
    return this.#sibyl.call('deleteSession', options);
  }
}
