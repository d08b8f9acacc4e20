import type { Operations } from '../operations.ts';
import type { CallOptions, Session } from '../types.ts';

/** Sessions of a browser. */
export class Sessions {
  readonly #sibyl: Operations;

  constructor(sibyl: Operations) {
    this.#sibyl = sibyl;
  }

  /** Signs in: exchanges the key for an HttpOnly cookie that lasts twelve hours. */
  create(key: string, options?: CallOptions): Promise<Session> {
    return this.#sibyl.call('createSession', { body: { key }, ...options });
  }

  /** Returns the current session. */
  get(options: CallOptions = {}): Promise<Session> {
    return this.#sibyl.call('getSession', options);
  }

  /** Signs out. */
  delete(options: CallOptions = {}) {
    return this.#sibyl.call('deleteSession', options);
  }
}
