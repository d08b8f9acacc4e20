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
  memory: Map<string, { until: number; value: Promise<unknown> }>;
}

const memoryMs = 60_000;

/** Pools of clients for users' databases, with cached catalogs and samples. */
export class ConnectionPools {
  readonly #guard = openGuard();
  readonly #open = new Map<string, OpenDatabase>();

  /** Returns the pool of a connection. Changed settings, or another address of its host, open a new one. */
  async pool(connectionId: string, located: Located): Promise<Pool> {
    const stamp = JSON.stringify(located);
    const kept = this.#open.get(connectionId);
    if (kept?.stamp === stamp) return kept.pool;
    await this.forget(connectionId);
    const opened: OpenDatabase = { stamp, pool: openPool(located), memory: new Map() };
    this.#open.set(connectionId, opened);
    return opened.pool;
  }

  /** Caches the result of `read` for a minute, shared by concurrent callers. The pool must be open. */
  async remember<Value>(connectionId: string, key: string, read: () => Promise<Value>): Promise<Value> {
    const memory: OpenDatabase['memory'] = this.#open.get(connectionId)?.memory ?? new Map();
    for (const [known, { until }] of memory) if (until < Date.now()) memory.delete(known);
    const kept = memory.get(key);
    if (kept) return kept.value as Promise<Value>;
    const value = read();
    memory.set(key, { until: Date.now() + memoryMs, value });
    value.catch(() => memory.delete(key));
    return value;
  }

  /** Checks a query with `guardSql` in a worker. */
  guard(request: GuardRequest, asker: Asker): Promise<void> {
    return this.#guard.judge(request, asker);
  }

  /** Drops one cached read. */
  forgetMemory(connectionId: string, key: string): void {
    this.#open.get(connectionId)?.memory.delete(key);
  }

  /** Closes the pool; running queries finish. */
  async forget(connectionId: string): Promise<void> {
    const kept = this.#open.get(connectionId);
    this.#open.delete(connectionId);
    const pool = await kept?.pool.catch(() => undefined);
    pool?.end().catch(() => {});
  }

  async close(): Promise<void> {
    await Promise.all([this.#guard.close(), ...[...this.#open.keys()].map((id) => this.forget(id))]);
  }
}
