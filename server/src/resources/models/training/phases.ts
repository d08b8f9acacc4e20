import type { Span } from '../../../platform/telemetry/span.ts';
import type { Tracing } from '../../../platform/telemetry/tracing.ts';

/** Makes spans of the phases of a training from its progress messages. */
export class PhaseSpans {
  readonly #tracing: Tracing;
  #phase: string | undefined;
  #span: Span | undefined;

  constructor(tracing: Tracing) {
    this.#tracing = tracing;
  }

  /** Must be called inside the span of the training. */
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
