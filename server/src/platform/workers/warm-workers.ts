/** A worker as its pool sees it. Once `isAlive` is false it accepts no more tasks. */
export interface PooledWorker {
  readonly isAlive: boolean;
  /** Whether it worked for long and now runs at a lower priority. */
  readonly isLow: boolean;
  /** Resident memory after the last task, in bytes. */
  readonly heldBytes: number;
  /** Resolves when it has ended, by itself or killed. */
  readonly ended: Promise<void>;
  /** Ends it at once; a running task rejects with `reason`. */
  kill(reason?: Error): void;
}

interface Warm<Worker> {
  worker: Worker;
  /** The project that it worked for, or what else the next task must have in common with the last. */
  owner: string;
  /** When it became idle. */
  since: number;
  end: NodeJS.Timeout;
}

/** Idle workers, each kept for a while for its owner: the project that it worked for. */
export class WarmWorkers<Worker extends PooledWorker> {
  readonly #idleMs: number;
  readonly #lendAfterMs: number;
  readonly #isShared: boolean;
  /** Ordered by idle time, the longest first. */
  readonly #kept: Warm<Worker>[] = [];

  constructor({ idleMs, lendAfterMs, isShared = false }: { idleMs: number; lendAfterMs: number; isShared?: boolean }) {
    this.#idleMs = idleMs;
    this.#lendAfterMs = lendAfterMs;
    this.#isShared = isShared;
  }

  get count(): number {
    return this.#kept.length;
  }

  /**
   * Returns the project's own warm worker. Another project's worker is lent only for a project's first place, and only
   * if it has not worked for long and was idle for a while. A flood of tasks therefore leaves warm workers to others
   * and continues in its own slowed ones. Shared workers are lent to all.
   */
  take(owner: string, isFirst: boolean): Worker | undefined {
    for (const kept of this.#kept.filter(({ worker }) => !worker.isAlive)) this.#takeOut(kept);
    const own = this.#kept.findLast((kept) => this.#isShared || kept.owner === owner);
    const kept =
      own ??
      (isFirst
        ? this.#kept.find(({ worker, since }) => !worker.isLow && performance.now() - since >= this.#lendAfterMs)
        : undefined);
    return kept && this.#takeOut(kept);
  }

  keep(worker: Worker, owner: string): void {
    const end = setTimeout(() => this.#takeOut(kept).kill(), this.#idleMs);
    const kept = { worker, owner, since: performance.now(), end };
    end.unref();
    this.#kept.push(kept);
  }

  /** Ends an idle worker so that another can start; slow ones first. */
  makeRoom(): void {
    const kept = this.#kept.find(({ worker }) => worker.isLow) ?? this.#kept.at(0);
    if (kept) this.#takeOut(kept).kill();
  }

  clear(): void {
    for (const { end } of this.#kept.splice(0)) clearTimeout(end);
  }

  #takeOut(kept: Warm<Worker>): Worker {
    this.#kept.splice(this.#kept.indexOf(kept), 1);
    clearTimeout(kept.end);
    return kept.worker;
  }
}
