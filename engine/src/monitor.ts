import type { TrainHooks } from './request.ts';

/** Tells the caller how far training is, and lets it in: the event loop runs at every pause, and an abort ends training. */
export class Monitor {
  private readonly hooks: TrainHooks;
  private readonly started = performance.now();
  private fraction = 0;
  private bestScore: number | null = null;
  private budgetSeconds = Number.POSITIVE_INFINITY;

  constructor(hooks: TrainHooks) {
    this.hooks = hooks;
  }

  /** Fractions only rise. */
  async report(phase: string, fraction: number, bestScore?: number): Promise<void> {
    this.tell(phase, fraction, bestScore);
    await this.pause();
  }

  /** A report from within a fit, which cannot wait. */
  tell(phase: string, fraction: number, bestScore?: number): void {
    this.fraction = Math.max(this.fraction, fraction);
    if (bestScore !== undefined) this.bestScore = bestScore;
    const expected = (this.seconds * (1 - this.fraction)) / this.fraction;
    const etaSeconds = this.fraction > 0.05 ? Math.min(expected, Math.max(0, this.budgetSeconds - this.seconds)) : null;
    this.hooks.onProgress?.({ phase, fraction: this.fraction, etaSeconds, bestScore: this.bestScore });
  }

  /** Tells how long training may take, so that no more is promised. */
  setBudget(seconds: number): void {
    this.budgetSeconds = seconds;
  }

  readonly pause = async (): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    this.hooks.signal?.throwIfAborted();
  };

  /** The moment (milliseconds of the clock) so many seconds after training began. */
  momentOf(seconds: number): number {
    return this.started + seconds * 1000;
  }

  /** Since training began. */
  get seconds(): number {
    return (performance.now() - this.started) / 1000;
  }
}
