import type { Operations } from '../operations.ts';
import type { Body, CallOptions, Query } from '../types.ts';

/** API keys, for admins. */
export class Keys {
  readonly #sibyl: Operations;

  constructor(sibyl: Operations) {
    this.#sibyl = sibyl;
  }

  list(query?: Query<'listKeys'>, options?: CallOptions) {
    return this.#sibyl.list('listKeys', { query: query ?? {}, ...options });
  }

  /** The response contains the secret, only this once. */
  create(body: Body<'createKey'>, options?: CallOptions) {
    return this.#sibyl.call('createKey', { body, ...options });
  }

  get(keyName: string, options?: CallOptions) {
    return this.#sibyl.call('getKey', { path: { keyName }, ...options });
  }

  update(keyName: string, body: Body<'updateKey'>, options?: CallOptions) {
    return this.#sibyl.call('updateKey', { path: { keyName }, body, ...options });
  }

  /** Gives the key a new secret; the old one stays valid for the time in the body. */
  rotate(keyName: string, body: Body<'rotateKey'> = {}, options?: CallOptions) {
    return this.#sibyl.call('rotateKey', { path: { keyName }, body, ...options });
  }

  revoke(keyName: string, options?: CallOptions) {
    return this.#sibyl.call('revokeKey', { path: { keyName }, ...options });
  }
}
