import type { SentError } from './envelope.ts';

/** Messages to a worker. It has one task at a time, so `cancel` needs no ID. */
export type ToWorker = { type: 'task'; name: string; request: unknown } | { type: 'cancel' };

/** The only reply to a task, with the memory that the process holds afterwards: 0 for a thread. */
export type Reply = { heldBytes: number } & ({ type: 'result'; result: unknown } | { type: 'error'; error: SentError });

/** Messages of a worker: `ready` once, from a thread with the system's number of it, then for each task any number of `progress`, `cancelling` where it hears that, and one reply. */
export type FromWorker =
  | { type: 'ready'; thread?: number }
  | { type: 'progress'; event: unknown }
  | { type: 'cancelling' }
  | Reply;
