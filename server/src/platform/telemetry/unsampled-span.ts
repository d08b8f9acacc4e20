import { RandomIdGenerator } from '@opentelemetry/sdk-trace';
import type { Span } from './span.ts';
import { writeTraceparent } from './traceparent.ts';

const generator = new RandomIdGenerator();

/** A span that the sampler left out: it has IDs once somebody asks for them, a log line or a call to others. */
export class UnsampledSpan implements Span {
  readonly isRecorded = false;
  #traceId: string | undefined;
  #spanId: string | undefined;

  /** @param traceId of the trace that it is part of; one of its own when absent */
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
