import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Caller } from '../../caller.ts';
import type { KeyRing } from './key-ring.ts';

const lifetimeMs = 12 * 3_600_000;
const form = /^(key_[0-9A-Z]{26})\.(\d{13})\.([\w-]{43})$/;

/** Who holds a session: a browser, whose pages must be of this service, or a program that keeps cookies. */
export type SessionKind = 'browser' | 'program';

/** A session, used instead of a key. */
export interface Session {
  kind: SessionKind;
  token: string;
  /** Expiry in ms since 1970. */
  expires: number;
}

/**
 * Sessions. A token names a key and an expiry under a signature derived from the key's secret: it ends when the key is
 * revoked, rotated or expires, and after twelve hours. The signature is of one kind: the token of a browser is none of
 * a program.
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
  begin({ actor }: Caller, kind: SessionKind): Session {
    const expires = Date.now() + lifetimeMs;
    return { kind, token: `${actor}.${expires}.${this.#sign(actor, expires, kind)}`, expires };
  }

  find(token: string, kind: SessionKind): Caller | undefined {
    const [, id, time, signature] = form.exec(token) ?? [];
    const expires = Number(time);
    if (id === undefined || expires <= Date.now() || this.#ended.has(token)) return undefined;
    if (!timingSafeEqual(Buffer.from(this.#sign(id, expires, kind)), Buffer.from(signature))) return undefined;
    return this.#keys.use(id);
  }

  /** Ends the session of a token; returns whether it held. */
  end(token: string, kind: SessionKind): boolean {
    const now = Date.now();
    for (const [ended, expires] of this.#ended) if (expires <= now) this.#ended.delete(ended);
    const held = this.find(token, kind) !== undefined;
    if (held) this.#ended.set(token, now + lifetimeMs);
    this.#keys.responses.recheck();
    return held;
  }

  #sign(keyId: string, expires: number, kind: SessionKind): string {
    const holder = kind === 'browser' ? '' : `.${kind}`;
    const text = `${keyId}.${expires}.${this.#keys.secretHash(keyId)}${holder}`;
    return createHmac('sha256', this.#signingKey).update(text).digest('base64url');
  }
}
