import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Caller } from '../../caller.ts';
import type { KeyRing } from './key-ring.ts';

const lifetimeMs = 12 * 3_600_000;
const form = /^(key_[0-9A-Z]{26})\.(\d{13})\.([\w-]{43})$/;

/** A browser session, used instead of a key. */
export interface Session {
  token: string;
  /** Expiry in ms since 1970. */
  expires: number;
}

/**
 * Browser sessions. A token names a key and an expiry under a signature derived from the key's secret: it ends when the
 * key is revoked, rotated or expires, and after twelve hours.
 */
export class Sessions {
  readonly #keys: KeyRing;
  readonly #signingKey: Buffer;
  /** Tokens signed out early, with their expiry; only in this process's memory. */
  readonly #ended = new Map<string, number>();

  constructor(keys: KeyRing, signingKey: Buffer) {
    this.#keys = keys;
    this.#signingKey = signingKey;
  }

  /** Starts a session for an authenticated key. */
  begin({ actor }: Caller): Session {
    const expires = Date.now() + lifetimeMs;
    return { token: `${actor}.${expires}.${this.#sign(actor, expires)}`, expires };
  }

  find(token: string): Caller | undefined {
    const [, id, time, signature] = form.exec(token) ?? [];
    const expires = Number(time);
    if (id === undefined || expires <= Date.now() || this.#ended.has(token)) return undefined;
    if (!timingSafeEqual(Buffer.from(this.#sign(id, expires)), Buffer.from(signature))) return undefined;
    return this.#keys.use(id);
  }

  end(token: string): void {
    const now = Date.now();
    for (const [ended, expires] of this.#ended) if (expires <= now) this.#ended.delete(ended);
    if (this.find(token)) this.#ended.set(token, now + lifetimeMs);
    this.#keys.responses.recheck();
  }

  #sign(keyId: string, expires: number): string {
    const text = `${keyId}.${expires}.${this.#keys.secretHash(keyId)}`;
    return createHmac('sha256', this.#signingKey).update(text).digest('base64url');
  }
}
