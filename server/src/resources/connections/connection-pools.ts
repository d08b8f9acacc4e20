import type { Pool } from 'pg';
import type { Asker } from '../../platform/workers/fair-turns.ts';
import type { GuardRequest } from './postgresql/guarding/handler.ts';
import { openGuard } from './postgresql/guarding/open-guard.ts';
import { type Located, openPool } from './postgresql/open-pool.ts';

interface OpenDatabase {
  /** Identifies the settings that the pool was opened with. */
  stamp: string;
  pool: Promise<Pool>;
  /** Cached reads and their expiry. */
  cache: Map<string, { until: number; value: Promise<unknown> }>;
}

const cacheMs = 60_000;

/** Pools of clients for users' databases, with cached catalogs and samples. */
export class ConnectionPools {
  readonly #guard = openGuard();
  readonly #open = new Map<string, OpenDatabase>();

  /** Returns the pool of a connection. Changed settings, or another address of its host, open a new one. */
  async pool(connectionId: string, located: Located): Promise<Pool> {
    const stamp = JSON.stringify(located);
    const kept = this.#open.get(connectionId);
    if (kept?.stamp === stamp) return kept.pool;
    await this.closePool(connectionId);
    const opened: OpenDatabase = { stamp, pool: openPool(located), cache: new Map() };
    this.#open.set(connectionId, opened);
    return opened.pool;
  }

  /** Caches the result of `read` for a minute, shared by concurrent callers. The pool must be open. */
  async cached<Value>(connectionId: string, key: string, read: () => Promise<Value>): Promise<Value> {
    const cache: OpenDatabase['cache'] = this.#open.get(connectionId)?.cache ?? new Map();
    for (const [known, { until }] of cache) if (until < Date.now()) cache.delete(known);
    const kept = cache.get(key);
    if (kept) return kept.value as Promise<Value>;
    const value = read();
    cache.set(key, { until: Date.now() + cacheMs, value });
    value.catch(() => cache.delete(key));
    return value;
  }

  /** Checks a query with `guardSql` in a worker. */
  guard(request: GuardRequest, asker: Asker): Promise<void> {
    return this.#guard.judge(request, asker);
  }

  /** Drops one cached read. */
  dropCached(connectionId: string, key: string): void {
    this.#open.get(connectionId)?.cache.delete(key);
  }

  /** Closes the pool; running queries finish. */
  async closePool(connectionId: string): Promise<void> {
    const kept = this.#open.get(connectionId);
    this.#open.delete(connectionId);
    const pool = await kept?.pool.catch(() => undefined);
    pool?.end().catch(() => {});
  }

  async close(): Promise<void> {
    await Promise.all([this.#guard.close(), ...[...this.#open.keys()].map((id) => this.closePool(id))]);
  }
}
