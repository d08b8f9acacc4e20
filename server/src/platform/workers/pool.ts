import { ServiceError } from '../../errors.ts';
import { FairTurns, type Requester, type TurnLimits, type TurnUsage } from './fair-turns.ts';
import { type PooledWorker, WarmWorkers } from './warm-workers.ts';

export interface PoolLimits {
  /** Maximum workers. */
  workers: number;
  /** Maximum waiting work of all projects; more is refused with `queue_full`. */
  waiting: TurnLimits['waiting'];
  /** How long an idle worker is kept, because a new one must start first. */
  idleMs: number;
  /** How long an idle worker is reserved for its project; 0 when absent. */
  lendAfterMs?: number;
  /** Whether an idle worker serves all projects alike, because what it has loaded costs more than its priority. */
  isShared?: boolean;
  /** A worker above this memory is not kept, because memory returns to the system late. */
  warmBytes: number;
}

export interface PoolUsage extends TurnUsage {
  /** Idle workers. */
  idle: number;
}

/** Lends workers in fair turns. A worker that dies affects only its own task. */
export class Pool<Worker extends PooledWorker> {
  readonly #start: (isForLongWork: boolean) => Worker;
  readonly #limits: PoolLimits;
  readonly #turns: FairTurns;
  readonly #warm: WarmWorkers<Worker>;
  readonly #living = new Set<Worker>();
  #end: ServiceError | undefined;

  constructor(start: (isForLongWork: boolean) => Worker, limits: PoolLimits) {
    this.#start = start;
    this.#limits = limits;
    this.#turns = new FairTurns({ places: limits.workers, waiting: limits.waiting });
    this.#warm = new WarmWorkers({ lendAfterMs: 0, ...limits });
  }

  get usage(): PoolUsage {
    return { ...this.#turns.usage, idle: this.#warm.count };
  }

  /** Runs `work` with a worker of its own, in the requester's turn. `size` counts while it waits. */
  async use<Result>(requester: Requester, work: (worker: Worker, waitedMs: number) => Promise<Result>, size = 1) {
    const turn = await this.#turns.take(requester, size);
    try {
      requester.signal?.throwIfAborted();
      if (this.#end) throw this.#end;
      const worker = this.#take(requester.project, turn.isFirst);
      return await work(worker, turn.waitedMs).finally(() => this.#putBack(worker, requester.project));
    } finally {
      turn.end();
    }
  }

  /** Starts a worker in advance, for whichever project comes first; it ends after idling like any other. */
  prepare(): void {
    if (this.#end || this.#living.size > 0) return;
    this.#warm.keep(this.#startWorker(true), '');
  }

  /** Ends all workers at once; running and waiting work is rejected with `shutting_down`. */
  async close(): Promise<void> {
    this.#end ??= new ServiceError('shutting_down', 'The service is shutting down.');
    this.#turns.close(this.#end);
    this.#warm.clear();
    const living = [...this.#living];
    for (const worker of living) worker.kill(this.#end);
    await Promise.all(living.map((worker) => worker.ended));
  }

  /** A worker that starts beside other work of its project starts at low priority. */
  #take(project: string, isFirst: boolean): Worker {
    const warm = this.#warm.take(project, isFirst);
    if (warm) return warm;
    // This turn counts as busy already, so an idle worker makes room for it.
    if (this.#turns.usage.busy + this.#warm.count > this.#limits.workers) this.#warm.makeRoom();
    return this.#startWorker(isFirst);
  }

  #startWorker(isFirst: boolean): Worker {
    const worker = this.#start(!isFirst);
    this.#living.add(worker);
    worker.ended.then(() => this.#living.delete(worker));
    return worker;
  }

  #putBack(worker: Worker, project: string): void {
    const isKept = worker.isAlive && worker.heldBytes <= this.#limits.warmBytes && !this.#end;
    if (isKept) this.#warm.keep(worker, project);
    else worker.kill();
  }
}
