import { setTimeout as wait } from 'node:timers/promises';
import { beyondLimit, type LimitFigure, type ServiceError } from '../../errors.ts';
import type { Database } from '../db/schema.ts';
import { afterCommit, type Transaction } from '../db/transact.ts';
import { noTelemetry } from '../telemetry/telemetry.ts';
import type { Interruption, JobCount, JobHandler, JobQueue, NewJob } from './queue.ts';
import { Runner, type RunnerOptions, toError } from './runner.ts';
import { type ClaimedJob, JobStore } from './store.ts';

export interface TableQueueOptions
  extends Partial<Pick<RunnerOptions, 'retryDelay' | 'telemetry'>>,
    Pick<RunnerOptions, 'onError'> {
  /** True when only this process uses the database: jobs marked as running at start were interrupted. */
  exclusive: boolean;
  /** Waiting jobs of one kind, of all lanes together. Default 10,000. */
  limit?: number;
  /** Milliseconds between polls for retries and for jobs of other processes. Default 5,000. */
  pollInterval?: number;
  /** Milliseconds without lease renewal after which another process may take a job. Default 30,000. */
  lease?: number;
}

/** Milliseconds that interrupted handlers have to end before their jobs are returned to the queue. */
const interruptionGrace = 2000;

function doublingDelay(attempt: number): number {
  return Math.min(60_000, 1000 * 2 ** (attempt - 1));
}

async function waitAtMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const timer = new AbortController();
  await Promise.race([work, wait(milliseconds, undefined, { signal: timer.signal })]);
  timer.abort();
}

/** A job queue in the `jobs` table: it reacts at once to jobs of this process and polls for all others. */
export class TableQueue implements JobQueue {
  readonly #store: JobStore;
  readonly #options: Required<TableQueueOptions>;
  readonly #runners = new Map<string, Runner>();
  #timers: NodeJS.Timeout[] = [];

  constructor(database: Database, options: TableQueueOptions) {
    const usual = { limit: 10_000, pollInterval: 5000, lease: 30_000, retryDelay: doublingDelay };
    this.#options = { ...usual, ...options, telemetry: options.telemetry ?? noTelemetry() };
    this.#store = new JobStore(database, this.#options.lease);
  }

  async enqueue(transaction: Transaction, job: NewJob): Promise<string> {
    await this.#refuseWhenFull(transaction, job);
    const id = await this.#store.insert(transaction, job, this.#options.telemetry.tracing.traceparent);
    afterCommit(transaction, () => this.#runners.get(job.kind)?.wake());
    return id;
  }

  /** Limits each lane to what is left for the others, so that no lane fills the queue. */
  async #refuseWhenFull(transaction: Transaction, { kind, lane }: NewJob): Promise<void> {
    const { limit } = this.#options;
    const waiting = await this.#store.countQueued(transaction, kind);
    const own = lane ? await this.#store.countQueued(transaction, kind, lane.id) : 0;
    if (lane && own >= (lane.queueLimit.value ?? limit)) throw tooManyWait(kind, lane.queueLimit);
    if (own >= limit - waiting) throw tooManyWait(kind, { name: 'jobs_queued', value: limit });
  }

  async cancel(transaction: Transaction, jobId: string): Promise<boolean> {
    afterCommit(transaction, () => this.#interrupt('cancelled', (job) => job.id === jobId));
    return this.#store.remove(transaction, jobId);
  }

  count(): Promise<JobCount[]> {
    return this.#store.count();
  }

  async start(handlers: readonly JobHandler[]): Promise<void> {
    if (this.#timers.length > 0) throw new Error('the queue was started before');
    await this.#store.recover(this.#options.exclusive ? 'all' : 'expired');
    for (const handler of handlers) this.#runners.set(handler.kind, new Runner(handler, this.#store, this.#options));
    this.#timers = [
      setInterval(() => this.#guard(this.#poll()), this.#options.pollInterval),
      setInterval(() => this.#guard(this.#renewLeases()), this.#options.lease / 3),
    ];
    this.#wakeAll();
  }

  async drain(grace: number): Promise<void> {
    clearInterval(this.#timers[0]); // leases are renewed until the end
    const ended = Promise.all([...this.#runners.values()].map((runner) => runner.stop()));
    await waitAtMost(grace, ended);
    this.#interrupt('shutdown', () => true);
    await waitAtMost(interruptionGrace, ended);
    for (const job of this.#running()) await this.#store.handBack(job);
    clearInterval(this.#timers[1]);
  }

  async #poll(): Promise<void> {
    await this.#renewLeases(); // first, so that a process that slept does not take its own jobs
    await this.#store.recover('expired');
    this.#wakeAll();
  }

  async #renewLeases(): Promise<void> {
    const leases = this.#running().map((job) => job.lease);
    if (leases.length === 0) return;
    const held = await this.#store.renew(leases);
    this.#interrupt('lost', ({ lease }) => leases.includes(lease) && !held.has(lease));
  }

  #interrupt(interruption: Interruption, isMeant: (job: ClaimedJob) => boolean): void {
    for (const runner of this.#runners.values()) runner.interrupt(interruption, isMeant);
  }

  #running(): ClaimedJob[] {
    return [...this.#runners.values()].flatMap((runner) => runner.running);
  }

  #wakeAll(): void {
    for (const runner of this.#runners.values()) runner.wake();
  }

  #guard(work: Promise<void>): void {
    work.catch((error) => this.#options.onError(toError(error)));
  }
}

function tooManyWait(kind: string, limit: LimitFigure): ServiceError {
  const detail = `Too many jobs of kind ${kind} are waiting: the limit is ${limit.value}.`;
  return beyondLimit('queue_full', detail, limit);
}
