import type { Engine, EngineServices, OpenDatabase, Parameters } from './engine.ts';

interface Kept {
  /** Identifies the settings that the database was opened with. */
  stamp: string;
  database: Promise<OpenDatabase>;
  /** Cached reads and their expiry. */
  cache: Map<string, { until: number; value: Promise<unknown> }>;
}

const cacheMs = 60_000;

/** Open databases of users, each with its driver's clients, and their cached catalogs and samples. */
export class ConnectionPools {
  readonly #services: EngineServices;
  readonly #open = new Map<string, Kept>();
  readonly #shared = new Map<string, { close(): Promise<void> }>();

  constructor(services: Omit<EngineServices, 'shared'>) {
    this.#services = { ...services, shared: (name, open) => this.#share(name, open) };
  }

  /** Returns the database of a connection. Changed settings, or another address of its host, open it anew. */
  async database(connectionId: string, engine: Engine, parameters: Parameters): Promise<OpenDatabase> {
    const address = await engine.locate(parameters, this.#services.outgoing);
    const stamp = JSON.stringify([parameters, address]);
    const kept = this.#open.get(connectionId);
    if (kept?.stamp === stamp) return kept.database;
    await this.closePool(connectionId);
    const opened: Kept = { stamp, database: engine.open(parameters, this.#services, address), cache: new Map() };
    this.#open.set(connectionId, opened);
    opened.database.catch(() => this.#open.get(connectionId) === opened && this.#open.delete(connectionId));
    return opened.database;
  }

  /** Caches the result of `read` for a minute, shared by concurrent callers. The database must be open. */
  async cached<Value>(connectionId: string, key: string, read: () => Promise<Value>): Promise<Value> {
    const cache: Kept['cache'] = this.#open.get(connectionId)?.cache ?? new Map();
    for (const [known, { until }] of cache) if (until < Date.now()) cache.delete(known);
    const kept = cache.get(key);
    if (kept) return kept.value as Promise<Value>;
    const value = read();
    cache.set(key, { until: Date.now() + cacheMs, value });
    value.catch(() => cache.delete(key));
    return value;
  }

  /** Drops one cached read. */
  dropCached(connectionId: string, key: string): void {
    this.#open.get(connectionId)?.cache.delete(key);
  }

  /** Closes the database; running queries finish. */
  async closePool(connectionId: string): Promise<void> {
    const kept = this.#open.get(connectionId);
    this.#open.delete(connectionId);
    const database = await kept?.database.catch(() => undefined);
    await database?.close();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open.keys()].map((id) => this.closePool(id)));
    await Promise.all([...this.#shared.values()].map((workers) => workers.close()));
  }

  #share<Workers extends { close(): Promise<void> }>(name: string, open: () => Workers): Workers {
    const workers = (this.#shared.get(name) ?? open()) as Workers;
    this.#shared.set(name, workers);
    return workers;
  }
}
