import { WarmWorkers } from './warm-workers.ts';
import type { Worker } from './worker.ts';
import type { ReuseLimits } from './worker-kind.ts';

/** Share of a task's memory limit that may be left of the tasks before it. */
const shareOfFormer = 1 / 8;

/**
 * Idle workers of a kind without a pool. The next task of any project gets one that was started for the same memory
 * limit, because the heap has that limit from its start.
 */
export class UsedWorkers {
  readonly #limits: ReuseLimits;
  readonly #warm: WarmWorkers<Worker>;

  constructor(limits: ReuseLimits) {
    this.#limits = limits;
    this.#warm = new WarmWorkers({ ...limits, lendAfterMs: Number.POSITIVE_INFINITY });
  }

  /** When none fits, an idle one of another limit ends: the new worker takes its room. */
  take(memoryBytes: number): Worker | undefined {
    const worker = this.#warm.take(String(memoryBytes), false);
    if (!worker) this.#warm.makeRoom();
    return worker;
  }

  /** Keeps a worker whose task succeeded, or ends it. */
  putBack(worker: Worker, memoryBytes: number): void {
    const { tasks, warmBytes } = this.#limits;
    const mostBytes = Math.min(warmBytes, memoryBytes * shareOfFormer);
    if (worker.isAlive && worker.taskCount < tasks && worker.heldBytes <= mostBytes)
      this.#warm.keep(worker, String(memoryBytes));
    else worker.kill();
  }
}
