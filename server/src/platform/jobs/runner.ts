import { isOutage } from '../../errors.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { type Interruption, type Job, type JobHandler, JobInterrupted } from './queue.ts';
import type { ClaimedJob, DueLane, JobStore } from './store.ts';
import { watchJob } from './watch-job.ts';

/** An outage counts as no attempt, because nobody knows how long it lasts; the pause is that of the third attempt. */
const pausesLike = 3;

export interface RunnerOptions {
  /** Milliseconds before the next attempt. */
  retryDelay(attempt: number): number;
  /** Called for failures of handlers and of the database; the queue continues. */
  onError(error: Error, job?: Job): void;
  telemetry: Telemetry;
}

interface Running {
  job: ClaimedJob;
  controller: AbortController;
  ended: Promise<void>;
}

export function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/** Runs the jobs of one kind, as many at once as the handler allows. */
export class Runner {
  readonly #handler: JobHandler;
  readonly #store: JobStore;
  readonly #options: RunnerOptions;
  readonly #running = new Set<Running>();
  /** When each waiting lane was served last, as a count of claims. */
  readonly #lastServed = new Map<string | null, number>();
  #claimed = 0;
  #stopped = false;
  #woken = false;
  #isFilling = false;
  #filled: Promise<void> = Promise.resolve();

  constructor(handler: JobHandler, store: JobStore, options: RunnerOptions) {
    this.#handler = handler;
    this.#store = store;
    this.#options = options;
  }

  get running(): ClaimedJob[] {
    return [...this.#running].map((one) => one.job);
  }

  /** Looks for due jobs now. */
  wake(): void {
    this.#woken = true;
    if (!this.#isFilling) this.#filled = this.#fill();
  }

  /** Aborts the running jobs for which `isMeant` returns true. */
  interrupt(interruption: Interruption, isMeant: (job: ClaimedJob) => boolean): void {
    for (const { job, controller } of this.#running)
      if (isMeant(job)) controller.abort(new JobInterrupted(interruption));
  }

  /** Stops claiming; resolves when no job is running. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#filled;
    await Promise.all([...this.#running].map((one) => one.ended));
  }

  /** Claims as many jobs as may run. A wake-up during this makes it look again. */
  async #fill(): Promise<void> {
    this.#isFilling = true;
    try {
      while (this.#woken && !this.#stopped) {
        this.#woken = false;
        await this.#claimFree();
      }
    } catch (error) {
      this.#options.onError(toError(error)); // the next poll tries again
    } finally {
      this.#isFilling = false;
    }
  }

  async #claimFree(): Promise<void> {
    while (this.#running.size < this.#handler.concurrency && !this.#stopped) {
      const job = await this.#claimFairly();
      if (!job) return;
      this.#begin(job);
    }
  }

  /**
   * Claims from the lane with the fewest running jobs, then the one served longest ago, then the one that waits
   * longest.
   * Running jobs are not preempted, so the last of several places is kept for a lane with no running job.
   */
  async #claimFairly(): Promise<ClaimedJob | undefined> {
    const { kind, concurrency, laneConcurrency } = this.#handler;
    const isLastPlace = concurrency > 1 && this.#running.size === concurrency - 1;
    const mostOf = (lane: string) => (isLastPlace ? 1 : (laneConcurrency?.(lane) ?? Number.POSITIVE_INFINITY));
    const lanes = await this.#store.dueLanes(kind);
    for (const lane of this.#lastServed.keys())
      if (!lanes.some((due) => due.lane === lane)) this.#lastServed.delete(lane);
    const lastServed = ({ lane }: DueLane) => this.#lastServed.get(lane) ?? 0;
    const inOrder = lanes
      .filter(({ lane, running }) => lane === null || running < mostOf(lane))
      .sort((a, b) => a.running - b.running || lastServed(a) - lastServed(b) || (a.due < b.due ? -1 : 1));
    for (const { lane } of inOrder) {
      const job = await this.#store.claim(kind, lane);
      if (!job) continue; // another process was faster
      this.#claimed += 1;
      this.#lastServed.set(lane, this.#claimed);
      return job;
    }
    return undefined;
  }

  #begin(job: ClaimedJob): void {
    const controller = new AbortController();
    const running: Running = { job, controller, ended: this.#run(job, controller.signal) };
    this.#running.add(running);
    running.ended = running.ended
      .catch((error) => this.#options.onError(toError(error), job)) // the job stays leased until the lease expires
      .finally(() => {
        this.#running.delete(running);
        this.wake();
      });
  }

  async #run(job: ClaimedJob, signal: AbortSignal): Promise<void> {
    try {
      // It failed for good earlier, and `onFailed` failed.
      if (job.attempt > job.maxAttempts) throw new Error(job.lastError ?? 'failed too often');
      await watchJob(this.#options.telemetry, job, signal, () => this.#handler.handle(job, signal));
    } catch (thrown) {
      await this.#settleFailure(job, toError(thrown), signal);
      return;
    }
    await this.#store.finish(job);
  }

  async #settleFailure(job: ClaimedJob, error: Error, signal: AbortSignal): Promise<void> {
    if (signal.aborted) {
      // This process no longer owns cancelled and lost jobs.
      const { reason } = signal;
      if (reason instanceof JobInterrupted && reason.interruption === 'shutdown') await this.#store.handBack(job);
      return;
    }
    this.#options.onError(error, job);
    if (isOutage(error)) return this.#store.postpone(job, this.#options.retryDelay(pausesLike), error);
    if (job.attempt >= job.maxAttempts) await this.#fail(job, error);
    else await this.#store.retry(job, this.#options.retryDelay(job.attempt), error);
  }

  async #fail(job: ClaimedJob, error: Error): Promise<void> {
    try {
      await this.#handler.onFailed?.(job, error);
    } catch (thrown) {
      this.#options.onError(toError(thrown), job);
      await this.#store.retry(job, this.#options.retryDelay(job.attempt), error);
      return;
    }
    await this.#store.finish(job);
  }
}
