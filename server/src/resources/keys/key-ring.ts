import { timingSafeEqual } from 'node:crypto';
import type { Caller } from '../../caller.ts';
import type { Database } from '../../platform/db/schema.ts';
import { OpenResponses } from './open-responses.ts';
import { hashSecret, keyIdOf } from './secret.ts';
import { type KeyRow, noteKeyUse, selectEveryKey, selectLimits } from './store.ts';

const writeUsesEveryMs = 60_000;

/** Last use of a key and the last use that the database knows, in ms. */
interface Use {
  at: number;
  written: number;
}

interface HeldKey {
  caller: Caller;
  /** Requests a second; undefined for the service's rate. */
  rate: number | undefined;
  /** Tokens a day; undefined for no limit. */
  tokens: number | undefined;
  /** Hashes of its valid secrets with their expiry in ms. */
  secrets: { hash: Buffer; until: number }[];
  use: Use;
}

/** A verified secret: later requests need only one map lookup. */
interface Verified {
  caller: Caller;
  until: number;
  use: Use;
}

/**
 * All keys in memory, so that authentication reads no database.
 * Whoever changes a key must `reload` before responding; other processes on the same database must do so within a
 * second.
 */
export class KeyRing {
  /** Open responses, which are rechecked when keys change. */
  readonly responses = new OpenResponses();
  readonly #hashKey: Buffer;
  readonly #mayBeOpen: boolean;
  readonly #uses = new Map<string, Use>();
  #keys = new Map<string, HeldKey>();
  #verified = new Map<string, Verified>();
  #hasRates = false;
  #loading: Promise<void> = Promise.resolve();
  #operator: { hash: Buffer; caller: Caller } | undefined;

  /**
   * @param mayBeOpen whether the service is open while no key exists: only this machine reaches it, and it has no token
   * issuer
   */
  constructor(hashKey: Buffer, mayBeOpen: boolean) {
    this.#hashKey = hashKey;
    this.#mayBeOpen = mayBeOpen;
  }

  /** Whether the open local mode holds: no key was ever created. */
  get isOpen(): boolean {
    return this.#mayBeOpen && this.#keys.size === 0;
  }

  /** Accepts a secret that is not a key for `caller`, until this process ends. */
  admitOperator(secret: string, caller: Caller): void {
    this.#operator = { hash: Buffer.from(this.hash(secret)), caller };
  }

  hash(secret: string): string {
    return hashSecret(this.#hashKey, secret);
  }

  /** Loads all keys. Loads run one after another, so that an older result never replaces a newer one. */
  reload(database: Database): Promise<void> {
    this.#loading = this.#loading.catch(() => {}).then(() => this.#load(database));
    return this.#loading;
  }

  /** Changes a key: from before the commit of `write` until the reload, the key's open responses send nothing. */
  async change(id: string, database: Database, write: () => Promise<unknown>): Promise<void> {
    const letGo = this.responses.pause(id);
    try {
      await write();
      await this.reload(database);
    } finally {
      letGo();
    }
  }

  async #load(database: Database): Promise<void> {
    const [rows, limits] = await Promise.all([selectEveryKey(database), selectLimits(database)]);
    const projects = Map.groupBy(limits, (limit) => limit.key_id);
    this.#keys = new Map(
      rows.map((row) => {
        const limitedTo = projects.get(row.id)?.map((limit) => limit.project_id) ?? [];
        return [row.id, holdKey(row, row.every_project === 1 ? undefined : new Set(limitedTo), this.#useOf(row))];
      }),
    );
    this.#verified = new Map();
    this.#hasRates = rows.some((row) => row.requests_per_second !== null);
    for (const id of this.#uses.keys()) if (!this.#keys.has(id)) this.#uses.delete(id);
    this.responses.recheck();
  }

  #useOf({ id, last_used_at }: KeyRow): Use {
    const known = this.#uses.get(id);
    if (known) return known;
    const at = last_used_at === null ? 0 : Date.parse(last_used_at);
    const use = { at, written: at };
    this.#uses.set(id, use);
    return use;
  }

  /** Returns the caller of a secret; undefined when it is unknown, revoked or expired. Hot path: one map lookup. */
  find(secret: string): Caller | undefined {
    const now = Date.now();
    const found = this.#verified.get(secret) ?? this.#verify(secret, now);
    if (found === undefined || found.until <= now) return undefined;
    found.use.at = now;
    return found.caller;
  }

  #verify(secret: string, now: number): Verified | undefined {
    const hash = Buffer.from(this.hash(secret)); // hashed for unknown keys too, so that they take equally long
    const id = keyIdOf(secret);
    if (id === undefined) return this.#verifyOperator(hash);
    const key = this.#keys.get(id);
    const match = key?.secrets.find((one) => one.until > now && timingSafeEqual(one.hash, hash));
    if (key === undefined || match === undefined) return undefined;
    const verified = { caller: key.caller, until: match.until, use: key.use };
    this.#verified.set(secret, verified);
    return verified;
  }

  /** Returns the caller of a key by its ID, like `find`. */
  use(id: string): Caller | undefined {
    const key = this.#keys.get(id);
    const now = Date.now();
    if (key === undefined || key.secrets[0].until <= now) return undefined;
    key.use.at = now;
    return key.caller;
  }

  /** Returns the key's own rate in requests a second; undefined when it has none. */
  rateOf(id: string): number | undefined {
    return this.#keys.get(id)?.rate;
  }

  /** Returns how many tokens agents may use for the key in a day; undefined for no limit. */
  tokensOf(id: string): number | undefined {
    return this.#keys.get(id)?.tokens;
  }

  get hasRates(): boolean {
    return this.#hasRates;
  }

  /** Returns the hash of the key's current secret; undefined for an unknown key. */
  secretHash(id: string): string | undefined {
    return this.#keys.get(id)?.secrets[0].hash.toString();
  }

  #verifyOperator(hash: Buffer): Verified | undefined {
    if (!this.#operator || !timingSafeEqual(this.#operator.hash, hash)) return undefined;
    return { caller: this.#operator.caller, until: Number.POSITIVE_INFINITY, use: { at: 0, written: 0 } };
  }

  /** Returns the last use of the key in ms; 0 when it was never used. */
  lastUse(id: string): number {
    return this.#uses.get(id)?.at ?? 0;
  }

  /** Writes last uses once a minute, outside of requests. Returns a function that writes the rest and stops. */
  recordUses(database: Database, onError: (error: unknown) => void): () => Promise<void> {
    const timer = setInterval(() => this.#writeUses(database).catch(onError), writeUsesEveryMs);
    timer.unref();
    return () => {
      clearInterval(timer);
      return this.#writeUses(database);
    };
  }

  async #writeUses(database: Database): Promise<void> {
    for (const [id, use] of this.#uses) {
      if (use.at === use.written) continue;
      use.written = use.at;
      await noteKeyUse(database, id, new Date(use.at).toISOString());
    }
  }
}

function holdKey(row: KeyRow, projects: ReadonlySet<string> | undefined, use: Use): HeldKey {
  const until = timeOf(row.expires_at);
  const secrets = [{ hash: Buffer.from(row.secret_hash), until }];
  if (row.former_hash !== null)
    secrets.push({ hash: Buffer.from(row.former_hash), until: Math.min(until, timeOf(row.former_until)) });
  const rate = row.requests_per_second ?? undefined;
  const tokens = row.tokens_a_day === null ? undefined : Number(row.tokens_a_day);
  return { caller: { actor: row.id, role: row.role, projects }, rate, tokens, secrets, use };
}

function timeOf(timestamp: string | null): number {
  return timestamp === null ? Number.POSITIVE_INFINITY : Date.parse(timestamp);
}
