import type { SentError } from './envelope.ts';

/** What a worker is sent. It has one task at a time, so that `cancel` needs no name. */
export type ToWorker = { type: 'task'; name: string; request: unknown } | { type: 'cancel' };

/** The one answer to a task, and the memory that the process holds after it: 0 for a thread. */
export type Reply = { heldBytes: number } & ({ type: 'result'; result: unknown } | { type: 'error'; error: SentError });

/** What a worker sends: `ready` once, then for each task any number of `progress` and one reply. */
export type FromWorker = { type: 'ready' } | { type: 'progress'; event: unknown } | Reply;
