import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import type { SpanOutcomes } from './tracing.ts';

export interface SpanQueueOptions {
  /** Maximum of waiting spans; more are dropped. */
  most: number;
  /** Spans per batch. */
  batch: number;
  /** Longest wait for a batch to fill, in ms. */
  delayMs: number;
}

const logIntervalMs = 60_000;

/**
 * Queues spans for the collector: bounded, one batch at a time, never blocking. A slow or failed collector costs only
 * dropped spans. (The SDK's processor does not expose its counts.)
 */
export class SpanQueue {
  readonly outcomes: SpanOutcomes = { exported: 0, failed: 0, dropped: 0 };
  /** Called when spans were lost, at most once a minute. */
  onLoss: (outcomes: SpanOutcomes) => void = () => {};
  readonly #exporter: SpanExporter;
  readonly #options: SpanQueueOptions;
  #waiting: ReadableSpan[] = [];
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;
  #told = Number.NEGATIVE_INFINITY;

  constructor(exporter: SpanExporter, options: SpanQueueOptions) {
    this.#exporter = exporter;
    this.#options = options;
  }

  add(span: ReadableSpan): void {
    if (this.#waiting.length >= this.#options.most) this.#recordLoss('dropped', 1);
    else {
      this.#waiting.push(span);
      this.#scheduleSend();
    }
  }

  /** Sends all waiting spans and closes; resolves even when the collector refuses them. */
  async shutdown(): Promise<void> {
    await this.#sending;
    while (this.#waiting.length > 0) await this.#send();
    await this.#exporter.shutdown();
  }

  #scheduleSend(): void {
    if (this.#sending) return;
    if (this.#waiting.length >= this.#options.batch) void this.#send();
    else if (this.#waiting.length > 0)
      this.#timer ??= setTimeout(() => void this.#send(), this.#options.delayMs).unref();
  }

  async #send(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#sending = this.#export(this.#waiting.splice(0, this.#options.batch));
    await this.#sending;
    this.#sending = undefined;
    this.#scheduleSend();
  }

  #export(spans: ReadableSpan[]): Promise<void> {
    return new Promise((resolve) => {
      this.#exporter.export(spans, ({ code }) => {
        if (code === 0) this.outcomes.exported += spans.length;
        else this.#recordLoss('failed', spans.length);
        resolve();
      });
    });
  }

  #recordLoss(outcome: 'failed' | 'dropped', count: number): void {
    this.outcomes[outcome] += count;
    if (performance.now() - this.#told < logIntervalMs) return;
    this.#told = performance.now();
    this.onLoss(this.outcomes);
  }
}
