import type { FromWorker, ToWorker } from './messages.ts';
import type { EndReason } from './worker-ended.ts';

/** The service's end of a worker, be it a process or a thread. */
export interface WorkerPort {
  /** Undefined for a thread, and for a process that could not be started. */
  readonly pid: number | undefined;
  send(message: ToWorker): void;
  /** The service does not end while the worker works. */
  hold(): void;
  /** An idle worker keeps the service from ending no longer than a timer would. */
  release(): void;
  kill(): void;
}

export interface WorkerListener {
  onMessage(message: FromWorker): void;
  /** Called once. */
  onEnd(reason: EndReason, cause: unknown): void;
}
