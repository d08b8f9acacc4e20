import type { Pool } from 'pg';
import type { Asker } from '../../platform/workers/fair-turns.ts';
import { openProcessPool } from '../../platform/workers/pool.ts';
import { startGuardProcess } from './postgresql/guarding/guard-process.ts';
import type { GuardOrder } from './postgresql/guarding/messages.ts';
import { type Located, openPool } from './postgresql/open-pool.ts';

interface OpenDatabase {
  /** Tells its settings apart from later ones. */
  stamp: string;
  pool: Promise<Pool>;
  /** What was read of it, and until when that is believed. */
  memory: Map<string, { until: number; value: Promise<unknown> }>;
}

const memoryMs = 60_000;
const guardPool = { processes: 3, waiting: 400, idleMs: 45_000, warmBytes: 300 * 1024 * 1024 };

/** Users' databases that are being asked: their clients, and what is remembered of them. A part of the service. */
export class ConnectionPools {
  readonly #guards = openProcessPool(startGuardProcess, guardPool);
  readonly #open = new Map<string, OpenDatabase>();

  /** The pool of a connection. Other settings, or another address behind its host, open a new one. */
  async pool(connectionId: string, located: Located): Promise<Pool> {
    const stamp = JSON.stringify(located);
    const kept = this.#open.get(connectionId);
    if (kept?.stamp === stamp) return kept.pool;
    await this.forget(connectionId);
    const opened: OpenDatabase = { stamp, pool: openPool(located), memory: new Map() };
    this.#open.set(connectionId, opened);
    return opened.pool;
  }

  /** What `read` finds, for a minute, shared by all who ask meanwhile; of a connection whose pool is open. */
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

  /** Judges a query as `guardSql` does, in a process of its own that starts when it is first needed. */
  guard(order: GuardOrder, asker: Asker): Promise<void> {
    return this.#guards.use(asker, (process, signal) => process.judge(order, signal));
  }

  /** The next `remember` reads again. */
  forgetMemory(connectionId: string, key: string): void {
    this.#open.get(connectionId)?.memory.delete(key);
  }

  /** Ends the pool; queries that run go on to their end. */
  async forget(connectionId: string): Promise<void> {
    const kept = this.#open.get(connectionId);
    this.#open.delete(connectionId);
    const pool = await kept?.pool.catch(() => undefined);
    pool?.end().catch(() => {});
  }

  async close(): Promise<void> {
    this.#guards.close();
    await Promise.all([...this.#open.keys()].map((id) => this.forget(id)));
  }
}
