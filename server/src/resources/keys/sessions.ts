import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Caller } from '../../caller.ts';
import type { Database } from '../../platform/db/schema.ts';
import { type EndedSession, selectEndedSessions } from './ended-sessions.ts';
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
  /** Expiry of sessions that were signed out on any node, by the hash of their token. */
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
    if (id === undefined || expires <= Date.now() || this.#hasEnded(token)) return undefined;
    if (!timingSafeEqual(Buffer.from(this.#sign(id, expires, kind)), Buffer.from(signature))) return undefined;
    return this.#keys.use(id);
  }

  /** Ends a session on this node. */
  end({ tokenHash, expires }: EndedSession): void {
    const now = Date.now();
    for (const [ended, until] of this.#ended) {
      if (until > now) break; // most of the others expire later
      this.#ended.delete(ended);
    }
    this.#ended.set(tokenHash, expires);
    this.#keys.responses.recheck();
  }

  /** Ends a session that another node tells of; when it would have expired is not told. */
  endOfOtherNode(tokenHash: string): void {
    this.end({ tokenHash, expires: Date.now() + lifetimeMs });
  }

  /** Ends the sessions that were signed out before this node started, or unseen by it. */
  async reload(database: Database): Promise<void> {
    for (const { tokenHash, expires } of await selectEndedSessions(database)) this.#ended.set(tokenHash, expires);
    this.#keys.responses.recheck();
  }

  #hasEnded(token: string): boolean {
    return this.#ended.size > 0 && this.#ended.has(hashOf(token));
  }

  #sign(keyId: string, expires: number, kind: SessionKind): string {
    const holder = kind === 'browser' ? '' : `.${kind}`;
    const text = `${keyId}.${expires}.${this.#keys.secretHash(keyId)}${holder}`;
    return createHmac('sha256', this.#signingKey).update(text).digest('base64url');
  }
}

/** Returns what is kept of a session that ends; its token must be valid. */
export function endOf(token: string): EndedSession {
  return { tokenHash: hashOf(token), expires: Number(form.exec(token)?.[2]) };
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
