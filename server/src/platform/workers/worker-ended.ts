/** Why a worker gave no reply: it was ended for a limit, or it ended by itself. */
export type EndReason = 'time' | 'memory' | 'broken';

/** A worker gave no reply to its task. Whoever asked knows what that means for its caller. */
export class WorkerEnded extends Error {
  readonly reason: EndReason;

  constructor(reason: EndReason, cause?: unknown) {
    const by = typeof cause === 'string' || typeof cause === 'number' ? ` (${cause})` : '';
    super(`the worker gave no reply: ${reason}${by}`, { cause });
    this.reason = reason;
  }
}
