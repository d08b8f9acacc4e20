/** Interface of the job queue: work that outlives its request and the process. */

import type { LimitFigure } from '../../errors.ts';
import type { Transaction } from '../db/transact.ts';

export interface NewJob {
  kind: string;
  /** A small JSON value; rows and files are passed by key. */
  payload: unknown;
  /** Lanes share the workers fairly, and each has its own limits of running and waiting jobs. */
  lane?: JobLane;
  /** Earliest start. Default: now. */
  runAt?: Date;
  /** Failures before the job is given up; runs ended by a crash or a shutdown do not count. Default 5. */
  maxAttempts?: number;
}

export interface JobLane {
  id: string;
  /** Limit of waiting jobs of this kind in the lane, with its name for errors. */
  queueLimit: LimitFigure;
}

export interface Job<Payload = unknown> {
  id: string;
  kind: string;
  payload: Payload;
  /** Number of earlier failures plus one. */
  attempt: number;
  maxAttempts: number;
}

/** How jobs of one kind are run. */
export interface JobHandler<Payload = unknown> {
  kind: string;
  /** How many jobs of this kind one process runs at once. */
  concurrency: number;
  /** How many of them may belong to one lane. Default: one place is kept free for other lanes. */
  laneConcurrency?(lane: string): number;
  /**
   * Does the work; rejects to be retried later. A job may run twice after a crash, so check the state before repeating
   * an action.
   * When the signal fires (reason `JobInterrupted`), end soon.
   */
  handle(job: Job<Payload>, signal: AbortSignal): Promise<void>;
  /** Called once when a job has failed for good, to tell its user. Repeated when it rejects. */
  onFailed?(job: Job<Payload>, error: Error): Promise<void>;
}

export interface JobCount {
  kind: string;
  state: 'queued' | 'running';
  count: number;
}

export interface JobQueue {
  /**
   * Adds a job in the caller's transaction (one of `transact`), so it exists only if that commits.
   * @returns the job's ID
   * @throws ServiceError `queue_full`
   */
  enqueue(transaction: Transaction, job: NewJob): Promise<string>;
  /** Cancels a waiting or running job. @returns false when it had ended already */
  cancel(transaction: Transaction, jobId: string): Promise<boolean>;
  /** Starts running jobs of these kinds, including those that a crash interrupted. */
  start(handlers: readonly JobHandler[]): Promise<void>;
  /** Stops claiming, waits `grace` milliseconds, then interrupts running jobs and requeues them. */
  drain(grace: number): Promise<void>;
  /** Counts waiting and running jobs by kind. */
  count(): Promise<JobCount[]>;
}

/** `cancelled`: by a user. `shutdown`: the job will run again. `lost`: another process cancelled it or took it over. */
export type Interruption = 'cancelled' | 'shutdown' | 'lost';

export class JobInterrupted extends Error {
  readonly interruption: Interruption;

  constructor(interruption: Interruption) {
    super(`the job was interrupted: ${interruption}`);
    this.name = 'JobInterrupted';
    this.interruption = interruption;
  }
}

/** Returns whether the job of this signal returns to the queue; one that was lost is another process's now. */
export function isSetBack({ aborted, reason }: AbortSignal): boolean {
  return aborted && reason instanceof JobInterrupted && reason.interruption === 'shutdown';
}
