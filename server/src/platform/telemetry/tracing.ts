import { ServiceError } from '../../errors.ts';
import { currentSpan, withinSpan } from './scope.ts';
import type { Span, SpanAttributes, SpanDetails } from './span.ts';

/** Makes spans; undefined stands for none where nothing is traced. */
export interface Tracer {
  /** Begins a span that the caller ends. */
  begin(name: string, details: SpanDetails): Span;
  /** Sends what is waiting, for a bounded time, and ends. */
  close(): Promise<void>;
  /** Spans by what became of them, since the start. */
  readonly outcomes: Readonly<SpanOutcomes>;
  /** Calls back when spans were lost, at most once a minute. */
  onLoss(listener: (outcomes: SpanOutcomes) => void): void;
}

/** `failed`: the collector did not take it in time. `dropped`: too many were waiting already. */
export const spanOutcomes = ['exported', 'failed', 'dropped'] as const;
export type SpanOutcomes = Record<(typeof spanOutcomes)[number], number>;

/** What the service does, as traces. Without a tracer everything here only calls the work that it was given. */
export class Tracing {
  readonly #tracer: Tracer | undefined;

  constructor(tracer?: Tracer) {
    this.#tracer = tracer;
  }

  get isOn(): boolean {
    return this.#tracer !== undefined;
  }

  /** Begins a span for who ends it; undefined when nothing is traced. */
  begin(name: string, details: SpanDetails): Span | undefined {
    return this.#tracer?.begin(name, details);
  }

  /**
   * Runs `work` in a span of its own, a child of the one around it, else the first of a trace. It ends with the work,
   * whose failure is noted by its code or name.
   */
  within<Result>(name: string, details: SpanDetails, work: (span: Span | undefined) => Result): Result {
    const around = details.parent === undefined ? currentSpan() : undefined;
    if (this.#tracer === undefined || around?.isRecorded === false) return work(undefined);
    const span = this.#tracer.begin(name, details);
    return withinSpan(span, () => endWith(span, work));
  }

  /** A span for what has ended already, `milliseconds` long. Only inside of a trace: it is never the first of one. */
  recordSpan(name: string, milliseconds: number, details: SpanDetails & { failure?: string | undefined }): void {
    if (this.#tracer === undefined || currentSpan()?.isRecorded !== true) return;
    const now = Date.now();
    const span = this.#tracer.begin(name, { startedAt: now - milliseconds, ...details });
    if (details.failure !== undefined) span.fail(details.failure);
    span.end(now);
  }

  /** Adds to the span around. */
  set(attributes: SpanAttributes): void {
    if (this.#tracer !== undefined) currentSpan()?.set(attributes);
  }

  /** Of the span around: for what goes on elsewhere, at another service or at another time. */
  get traceparent(): string | undefined {
    return currentSpan()?.traceparent;
  }

  onLoss(listener: (outcomes: SpanOutcomes) => void): void {
    this.#tracer?.onLoss(listener);
  }

  get outcomes(): Readonly<SpanOutcomes> {
    return this.#tracer?.outcomes ?? { exported: 0, failed: 0, dropped: 0 };
  }

  async close(): Promise<void> {
    await this.#tracer?.close();
  }
}

function endWith<Result>(span: Span, work: (span: Span) => Result): Result {
  let result: Result;
  try {
    result = work(span);
  } catch (error) {
    endFailed(span, error);
    throw error;
  }
  if (result instanceof Promise)
    result.then(
      () => span.end(),
      (error) => endFailed(span, error),
    );
  else span.end();
  return result;
}

function endFailed(span: Span, error: unknown): void {
  span.fail(failureType(error));
  span.end();
}

/** What a failure is called in traces and metrics: never what it says. */
export function failureType(error: unknown): string {
  if (error instanceof ServiceError) return error.code;
  return error instanceof Error ? error.name : 'unknown';
}
