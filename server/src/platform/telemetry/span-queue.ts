import { TraceFlags } from '@opentelemetry/api';
import type { ReadableSpan, SpanExporter, SpanProcessor } from '@opentelemetry/sdk-trace';
import type { SpanOutcomes } from './tracing.ts';

export interface SpanQueueOptions {
  /** Spans that may wait; more are dropped. */
  most: number;
  /** Spans sent at once. */
  batch: number;
  /** Longest wait of a span for its batch to fill, in ms. */
  delayMs: number;
}

const tellEveryMs = 60_000;

/**
 * Spans on their way to the collector: so many may wait, one batch is sent at a time, and nobody waits for it. Of a
 * collector that is down or slow the service notices nothing but a count. (The processor of the SDK does not tell its
 * counts.)
 */
export class SpanQueue implements SpanProcessor {
  readonly outcomes: SpanOutcomes = { exported: 0, failed: 0, dropped: 0 };
  /** Told when spans were lost, at most once a minute. */
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

  onStart(): void {}

  onEnd(span: ReadableSpan): void {
    if ((span.spanContext().traceFlags & TraceFlags.SAMPLED) === 0) return;
    if (this.#waiting.length >= this.#options.most) this.#lose('dropped', 1);
    else {
      this.#waiting.push(span);
      this.#plan();
    }
  }

  /** Sends all that waits now; resolves also when the collector does not take it. */
  async forceFlush(): Promise<void> {
    await this.#sending;
    while (this.#waiting.length > 0) await this.#send();
  }

  async shutdown(): Promise<void> {
    await this.forceFlush();
    await this.#exporter.shutdown();
  }

  #plan(): void {
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
    this.#plan();
  }

  #export(spans: ReadableSpan[]): Promise<void> {
    return new Promise((resolve) => {
      this.#exporter.export(spans, ({ code }) => {
        if (code === 0) this.outcomes.exported += spans.length;
        else this.#lose('failed', spans.length);
        resolve();
      });
    });
  }

  #lose(outcome: 'failed' | 'dropped', count: number): void {
    this.outcomes[outcome] += count;
    if (performance.now() - this.#told < tellEveryMs) return;
    this.#told = performance.now();
    this.onLoss(this.outcomes);
  }
}
