import { type Attributes, type HrTime, type SpanContext, SpanKind, SpanStatusCode } from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import type { Span, SpanAttributes, SpanDetails } from './span.ts';
import { writeTraceparent } from './traceparent.ts';

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
};

const mostCharacters = 1000;
const scope = { name: 'sibyl' };
/** What the service never adds to a span. */
const without = { links: [], events: [], droppedAttributesCount: 0, droppedEventsCount: 0, droppedLinksCount: 0 };

/** A span that is exported. The SDK's own takes several times as long, because it serves more purposes. */
export class RecordedSpan implements Span {
  readonly isRecorded = true;
  readonly context: SpanContext;
  readonly #name: string;
  readonly #kind: SpanKind;
  readonly #parent: SpanContext | undefined;
  /** In ms since 1970. */
  readonly #startedAt: number;
  readonly #attributes: Attributes = {};
  #hasFailed = false;
  #finish: ((span: RecordedSpan, endedAt: number) => void) | undefined;

  /** @param finish called once, when the span ends */
  constructor(
    context: SpanContext,
    parent: SpanContext | undefined,
    name: string,
    { kind, attributes = {}, startedAt = now() }: SpanDetails,
    finish: (span: RecordedSpan, endedAt: number) => void,
  ) {
    this.context = context;
    this.#parent = parent;
    this.#name = name;
    this.#kind = kind === undefined ? SpanKind.INTERNAL : kinds[kind];
    this.#startedAt = startedAt;
    this.#finish = finish;
    this.set(attributes);
  }

  get traceId(): string {
    return this.context.traceId;
  }

  get spanId(): string {
    return this.context.spanId;
  }

  get traceparent(): string {
    return writeTraceparent(this.context);
  }

  set(attributes: SpanAttributes): void {
    if (this.#finish === undefined) return;
    for (const name in attributes) {
      const value = attributes[name];
      if (typeof value === 'string') this.#attributes[name] = value.slice(0, mostCharacters);
      else if (value !== undefined) this.#attributes[name] = typeof value === 'object' ? [...value] : value;
    }
  }

  fail(type: string): void {
    this.#hasFailed = true;
    this.set({ 'error.type': type });
  }

  end(at = now()): void {
    this.#finish?.(this, at);
    this.#finish = undefined;
  }

  /** Returns what the exporter reads. */
  toReadable(endedAt: number, resource: Resource): ReadableSpan {
    const { context } = this;
    return {
      name: this.#name,
      kind: this.#kind,
      spanContext: () => context,
      ...(this.#parent && { parentSpanContext: this.#parent }),
      startTime: highResolution(this.#startedAt),
      endTime: highResolution(Math.max(endedAt, this.#startedAt)),
      duration: highResolution(Math.max(endedAt - this.#startedAt, 0)),
      ended: true,
      status: { code: this.#hasFailed ? SpanStatusCode.ERROR : SpanStatusCode.UNSET },
      attributes: this.#attributes,
      resource,
      instrumentationScope: scope,
      ...without,
    };
  }
}

function now(): number {
  return performance.timeOrigin + performance.now();
}

/** Returns whole seconds and nanoseconds. */
function highResolution(milliseconds: number): HrTime {
  const seconds = Math.floor(milliseconds / 1000);
  return [seconds, Math.floor((milliseconds - 1000 * seconds) * 1e6)];
}
