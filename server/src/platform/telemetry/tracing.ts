import { ServiceError } from '../../errors.ts';
import { currentSpan, withinSpan } from './scope.ts';
import type { Span, SpanAttributes, SpanDetails } from './span.ts';

/** Creates spans. Undefined where tracing is off. */
export interface Tracer {
  /** Starts a span that the caller ends. */
  begin(name: string, details: SpanDetails): Span;
  /** Sends waiting spans within a time limit, and closes. */
  close(): Promise<void>;
  /** Number of spans by outcome, since the start. */
  readonly outcomes: Readonly<SpanOutcomes>;
  /** Calls the listener when spans were lost, at most once a minute. */
  onLoss(listener: (outcomes: SpanOutcomes) => void): void;
}

/** `failed`: the collector did not accept it in time. `dropped`: the queue was full. */
export const spanOutcomes = ['exported', 'failed', 'dropped'] as const;
export type SpanOutcomes = Record<(typeof spanOutcomes)[number], number>;

/** The tracing interface of the service. Without a tracer it only runs the given work. */
export class Tracing {
  readonly #tracer: Tracer | undefined;

  constructor(tracer?: Tracer) {
    this.#tracer = tracer;
  }

  get isOn(): boolean {
    return this.#tracer !== undefined;
  }

  /** Starts a span that the caller ends; undefined when tracing is off. */
  begin(name: string, details: SpanDetails): Span | undefined {
    return this.#tracer?.begin(name, details);
  }

  /** Runs `work` in a child of the current span or a new trace. Failures are recorded by code or name. */
  within<Result>(name: string, details: SpanDetails, work: (span: Span | undefined) => Result): Result {
    const around = details.parent === undefined ? currentSpan() : undefined;
    if (this.#tracer === undefined || around?.isRecorded === false) return work(undefined);
    const span = this.#tracer.begin(name, details);
    return withinSpan(span, () => endWith(span, work));
  }

  /** Records a span for finished work of `milliseconds` duration. Only within a trace; it is never a root. */
  recordSpan(name: string, milliseconds: number, details: SpanDetails & { failure?: string | undefined }): void {
    if (this.#tracer === undefined || currentSpan()?.isRecorded !== true) return;
    const now = Date.now();
    const span = this.#tracer.begin(name, { startedAt: now - milliseconds, ...details });
    if (details.failure !== undefined) span.fail(details.failure);
    span.end(now);
  }

  /** Adds attributes to the current span. */
  set(attributes: SpanAttributes): void {
    if (this.#tracer !== undefined) currentSpan()?.set(attributes);
  }

  /** `traceparent` of the current span, for calls and jobs that continue the trace. */
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

/** Returns the name of a failure in traces and metrics; never its message. */
export function failureType(error: unknown): string {
  if (error instanceof ServiceError) return error.code;
  return error instanceof Error ? error.name : 'unknown';
}
