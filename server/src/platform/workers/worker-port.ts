import type { FromWorker, ToWorker } from './messages.ts';
import type { EndReason } from './worker-ended.ts';

/** The service's side of the connection with a process or thread. */
export interface WorkerPort {
  /** Undefined for a thread, and for a process that could not be started. */
  readonly pid: number | undefined;
  /** A thread gets the moved buffers instead of copies; nobody else may use them afterwards. */
  send(message: ToWorker, moved?: readonly ArrayBuffer[]): void;
  /** Keeps the service running while the worker works. */
  hold(): void;
  /** Lets the service end although the worker is idle. */
  release(): void;
  kill(): void;
}

export interface WorkerListener {
  onMessage(message: FromWorker): void;
  /** Called once. */
  onEnd(reason: EndReason, cause: unknown): void;
}
