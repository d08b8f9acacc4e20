/** Why a worker gave no reply: a limit ended it, or it ended by itself. */
export type EndReason = 'time' | 'memory' | 'broken';

/** A worker ended without a reply to its task. The caller turns it into the error of its resource. */
export class WorkerEnded extends Error {
  readonly reason: EndReason;

  constructor(reason: EndReason, cause?: unknown) {
    const by = typeof cause === 'string' || typeof cause === 'number' ? ` (${cause})` : '';
    super(`the worker gave no reply: ${reason}${by}`, { cause });
    this.reason = reason;
  }
}
