/** Never a secret, a prompt or a user's value. Undefined ones are left out. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/** A piece of work in a trace (OpenTelemetry), with the names of its semantic conventions. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  /** False when the sampler left the trace out: it is passed on to others, and nothing is kept of it. */
  readonly isRecorded: boolean;
  /** For the W3C header of that name. */
  readonly traceparent: string;
  set(attributes: SpanAttributes): void;
  /** Marks the work as failed, by a code or the name of an error: messages hold values. */
  fail(type: string): void;
  /** @param at milliseconds since 1970; now when absent */
  end(at?: number): void;
}

export interface SpanDetails {
  kind?: 'server' | 'client' | 'producer' | 'consumer';
  attributes?: SpanAttributes;
  /** A `traceparent` that came from elsewhere: an HTTP header, the row of a job. Default: the span around. */
  parent?: string | undefined;
  /** Milliseconds since 1970. Default: now. */
  startedAt?: number;
}
