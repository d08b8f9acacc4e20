import type { Span } from '../../../platform/telemetry/span.ts';
import type { Tracing } from '../../../platform/telemetry/tracing.ts';

/** Spans of the phases of a training, from what its process tells: it makes none itself. */
export class PhaseSpans {
  readonly #tracing: Tracing;
  #phase: string | undefined;
  #span: Span | undefined;

  constructor(tracing: Tracing) {
    this.#tracing = tracing;
  }

  /** Called inside of the span of the training. */
  enter(phase: string): void {
    if (phase === this.#phase) return;
    this.end();
    this.#phase = phase;
    if (phase !== 'complete') this.#span = this.#tracing.begin(`training ${phase}`, {});
  }

  end(): void {
    this.#span?.end();
    this.#span = undefined;
  }
}
