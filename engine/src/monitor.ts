import type { TrainHooks } from './request.ts';

/** Reports progress, and lets the event loop run at every pause, where an abort ends the training. */
export class Monitor {
  private readonly hooks: TrainHooks;
  private readonly started: number;
  private readonly spentBefore = process.cpuUsage();
  private fraction = 0;
  private bestScore: number | null = null;
  private budgetSeconds = Number.POSITIVE_INFINITY;

  constructor(hooks: TrainHooks, started = performance.now()) {
    this.hooks = hooks;
    this.started = started;
  }

  /** Returns a monitor with the same clock and signal that reports nothing: scores on other rows are not the model's. */
  silent(): Monitor {
    return new Monitor({ signal: this.hooks.signal }, this.started);
  }

  /** Reports progress and pauses; the fraction never decreases. */
  async report(phase: string, fraction: number, bestScore?: number): Promise<void> {
    this.tell(phase, fraction, bestScore);
    await this.pause();
  }

  /** Reports from within a synchronous fit, without a pause. */
  tell(phase: string, fraction: number, bestScore?: number): void {
    this.fraction = Math.max(this.fraction, fraction);
    if (bestScore !== undefined) this.bestScore = bestScore;
    const expected = (this.seconds * (1 - this.fraction)) / this.fraction;
    const etaSeconds = this.fraction > 0.05 ? Math.min(expected, Math.max(0, this.budgetSeconds - this.seconds)) : null;
    this.hooks.onProgress?.({ phase, fraction: this.fraction, etaSeconds, bestScore: this.bestScore });
  }

  /** Sets the time budget, which limits the estimate of the time left. */
  setBudget(seconds: number): void {
    this.budgetSeconds = seconds;
  }

  readonly pause = async (): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    this.hooks.signal?.throwIfAborted();
  };

  /** The moment (milliseconds of the clock) this many seconds after the start of training. */
  momentOf(seconds: number): number {
    return this.started + seconds * 1000;
  }

  /** Seconds since the start of training. */
  get seconds(): number {
    return (performance.now() - this.started) / 1000;
  }

  /** How much of one processor this process has had since the start of training. */
  get processorShare(): number {
    const { user, system } = process.cpuUsage(this.spentBefore);
    return (user + system) / 1e6 / Math.max(this.seconds, Number.MIN_VALUE);
  }
}
