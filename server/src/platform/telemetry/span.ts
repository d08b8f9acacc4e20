/** Never contains a secret, a prompt or a user's value. Undefined attributes are omitted. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/** An OpenTelemetry span; names follow the semantic conventions. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  /** False for an unsampled span: its IDs are passed on, but it is not exported. */
  readonly isRecorded: boolean;
  /** Value of the W3C header. */
  readonly traceparent: string;
  set(attributes: SpanAttributes): void;
  /** Marks the span as failed by a code or error name; messages may contain values. */
  fail(type: string): void;
  /** @param at milliseconds since 1970; default: now */
  end(at?: number): void;
}

export interface SpanDetails {
  kind?: 'server' | 'client' | 'producer' | 'consumer';
  attributes?: SpanAttributes;
  /** A `traceparent` from an HTTP header or a job. Default: the current span. */
  parent?: string | undefined;
  /** Milliseconds since 1970. Default: now. */
  startedAt?: number;
}
