import { RandomIdGenerator } from '@opentelemetry/sdk-trace';
import type { Span } from './span.ts';
import { writeTraceparent } from './traceparent.ts';

const generator = new RandomIdGenerator();

/** A span that is not exported. Its IDs are generated when a log line or an outgoing call needs them. */
export class UnsampledSpan implements Span {
  readonly isRecorded = false;
  #traceId: string | undefined;
  #spanId: string | undefined;

  /** @param traceId the trace it belongs to; default: a new one */
  constructor(traceId?: string) {
    this.#traceId = traceId;
  }

  get traceId(): string {
    this.#traceId ??= generator.generateTraceId();
    return this.#traceId;
  }

  get spanId(): string {
    this.#spanId ??= generator.generateSpanId();
    return this.#spanId;
  }

  get traceparent(): string {
    return writeTraceparent({ traceId: this.traceId, spanId: this.spanId, traceFlags: 0 });
  }

  set(): void {}

  fail(): void {}

  end(): void {}
}
