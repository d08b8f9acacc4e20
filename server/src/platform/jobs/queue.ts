/** The contract of a job queue: work that outlives its request and the process. */

import type { LimitFigure } from '../../errors.ts';
import type { Transaction } from '../db/transact.ts';

export interface NewJob {
  kind: string;
  /** What JSON can say; small: rows and files go by key. */
  payload: unknown;
  /** Lanes take turns, and no more jobs of one run, or wait, than it may have. */
  lane?: JobLane;
  /** Not before this moment. Default: at once. */
  runAt?: Date;
  /** Failures after which it is given up; a run that a crash or a stop cut short is none. Default 5. */
  maxAttempts?: number;
}

export interface JobLane {
  id: string;
  /** Jobs of this kind that may wait in it, and what that limit is called. */
  mostWaiting: LimitFigure;
}

export interface Job<Payload = unknown> {
  id: string;
  kind: string;
  payload: Payload;
  /** One more than the runs that failed before. */
  attempt: number;
  maxAttempts: number;
}

/** All that is known of a kind of job. */
export interface JobHandler<Payload = unknown> {
  kind: string;
  /** Jobs of this kind that one process runs at once. */
  concurrency: number;
  /** How many of them may be of this lane; all but one when absent, so that other lanes need not wait. */
  mostOfLane?(lane: string): number;
  /**
   * Does the work; rejects to be tried again later. A job may run twice (a crash between its work and its end): look
   * at the state before doing things again. When the signal fires, end soon: its reason is a `JobInterrupted`.
   */
  handle(job: Job<Payload>, signal: AbortSignal): Promise<void>;
  /** Told once that a job failed for good, to write that down where its user looks. Repeated when it rejects. */
  giveUp?(job: Job<Payload>, error: Error): Promise<void>;
}

export interface JobCount {
  kind: string;
  state: 'queued' | 'running';
  count: number;
}

export interface JobQueue {
  /**
   * Adds a job in the caller's transaction (one of `transact`): it is there if and only if that commits.
   * @returns its ID
   * @throws ServiceError `queue_full`
   */
  enqueue(transaction: Transaction, job: NewJob): Promise<string>;
  /** Takes a job back, running or not. @returns false when it had ended before */
  cancel(transaction: Transaction, jobId: string): Promise<boolean>;
  /** Begins to run jobs of these kinds, those that a crash interrupted included. */
  start(handlers: readonly JobHandler[]): Promise<void>;
  /** Claims nothing more, gives running jobs `grace` milliseconds to end, then interrupts and hands them back. */
  drain(grace: number): Promise<void>;
  /** How many jobs there are of each kind that wait, and that run. */
  count(): Promise<JobCount[]>;
}

/** `cancelled`: nobody wants it any more. `shutdown`: it will run again. `lost`: cancelled or taken over elsewhere. */
export type Interruption = 'cancelled' | 'shutdown' | 'lost';

export class JobInterrupted extends Error {
  readonly interruption: Interruption;

  constructor(interruption: Interruption) {
    super(`the job was interrupted: ${interruption}`);
    this.name = 'JobInterrupted';
    this.interruption = interruption;
  }
}
