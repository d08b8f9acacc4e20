import { timingSafeEqual } from 'node:crypto';
import type { Caller } from '../../caller.ts';
import type { Database } from '../../platform/db/schema.ts';
import { OpenResponses } from './open-responses.ts';
import { hashSecret, keyIdOf } from './secret.ts';
import { type KeyRow, noteKeyUse, selectEveryKey, selectLimits } from './store.ts';

const writeUsesEveryMs = 60_000;

/** When a key was last used, and which of that the database knows; in ms. */
interface Use {
  at: number;
  written: number;
}

interface HeldKey {
  caller: Caller;
  /** Requests a second; undefined for the usual rate. */
  rate: number | undefined;
  /** Hashes of the secrets that open it, each until when. */
  secrets: { hash: Buffer; until: number }[];
  use: Use;
}

/** A secret that was held against its hash once: from then on it costs one look into a map. */
interface Verified {
  caller: Caller;
  until: number;
  use: Use;
}

/**
 * All keys in memory: a request is let in or not without a read of the database. Whoever changes a key must `reload`
 * before answering; where several processes share a database each has to do so within the second.
 */
export class KeyRing {
  /** What is judged again whenever keys change. */
  readonly responses = new OpenResponses();
  readonly #hashKey: Buffer;
  readonly #mayBeOpen: boolean;
  readonly #uses = new Map<string, Use>();
  #keys = new Map<string, HeldKey>();
  #verified = new Map<string, Verified>();
  #hasRates = false;
  #loading: Promise<void> = Promise.resolve();
  #operator: { hash: Buffer; caller: Caller } | undefined;

  /** @param mayBeOpen whether the service is open while no key was made: it is reached from this machine alone and has no issuer */
  constructor(hashKey: Buffer, mayBeOpen: boolean) {
    this.#hashKey = hashKey;
    this.#mayBeOpen = mayBeOpen;
  }

  /** The open local mode (CONTRACT.md §6): nobody made a key yet. */
  get isOpen(): boolean {
    return this.#mayBeOpen && this.#keys.size === 0;
  }

  /** Lets `caller` in by a secret that is no key: it ends with this process. */
  admit(secret: string, caller: Caller): void {
    this.#operator = { hash: Buffer.from(this.hash(secret)), caller };
  }

  hash(secret: string): string {
    return hashSecret(this.#hashKey, secret);
  }

  /** Takes the keys as the database has them now. One load after the other: an older answer never replaces a newer. */
  reload(database: Database): Promise<void> {
    this.#loading = this.#loading.catch(() => {}).then(() => this.#load(database));
    return this.#loading;
  }

  /** Changes a key: from before `write` commits until all keys are known anew, no byte of an open answer of it is sent. */
  async change(id: string, database: Database, write: () => Promise<unknown>): Promise<void> {
    const letGo = this.responses.hold(id);
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
    this.responses.judge();
  }

  #useOf({ id, last_used_at }: KeyRow): Use {
    const known = this.#uses.get(id);
    if (known) return known;
    const at = last_used_at === null ? 0 : Date.parse(last_used_at);
    const use = { at, written: at };
    this.#uses.set(id, use);
    return use;
  }

  /** Whom the secret belongs to; undefined when it is unknown, revoked or expired. The hot path: one look into a map. */
  find(secret: string): Caller | undefined {
    const now = Date.now();
    const found = this.#verified.get(secret) ?? this.#verify(secret, now);
    if (found === undefined || found.until <= now) return undefined;
    found.use.at = now;
    return found.caller;
  }

  #verify(secret: string, now: number): Verified | undefined {
    const hash = Buffer.from(this.hash(secret)); // made for unknown keys as well: they take as long
    const id = keyIdOf(secret);
    if (id === undefined) return this.#verifyOperator(hash);
    const key = this.#keys.get(id);
    const match = key?.secrets.find((one) => one.until > now && timingSafeEqual(one.hash, hash));
    if (key === undefined || match === undefined) return undefined;
    const verified = { caller: key.caller, until: match.until, use: key.use };
    this.#verified.set(secret, verified);
    return verified;
  }

  /** Whose key it is, as `find` does by its secret. */
  use(id: string): Caller | undefined {
    const key = this.#keys.get(id);
    const now = Date.now();
    if (key === undefined || key.secrets[0].until <= now) return undefined;
    key.use.at = now;
    return key.caller;
  }

  /** Requests a second that a key may send, where it has a rate of its own. */
  rateOf(id: string): number | undefined {
    return this.#keys.get(id)?.rate;
  }

  /** Whether any key has a rate of its own. */
  get hasRates(): boolean {
    return this.#hasRates;
  }

  /** Hash of the latest secret of a key, for what must end with it; undefined for a key that is not known. */
  secretHash(id: string): string | undefined {
    return this.#keys.get(id)?.secrets[0].hash.toString();
  }

  #verifyOperator(hash: Buffer): Verified | undefined {
    if (!this.#operator || !timingSafeEqual(this.#operator.hash, hash)) return undefined;
    return { caller: this.#operator.caller, until: Number.POSITIVE_INFINITY, use: { at: 0, written: 0 } };
  }

  /** When the key was last used, in ms; 0 when it never was. */
  lastUse(id: string): number {
    return this.#uses.get(id)?.at ?? 0;
  }

  /** Writes last uses once a minute, off the path of requests. The function that comes back writes the rest and ends it. */
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
  return { caller: { actor: row.id, role: row.role, projects }, rate, secrets, use };
}

function timeOf(timestamp: string | null): number {
  return timestamp === null ? Number.POSITIVE_INFINITY : Date.parse(timestamp);
}
