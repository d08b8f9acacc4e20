/** The only file that uses the OpenTelemetry SDK; loaded only when traces are exported. */
import {
  type Context,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { AlwaysOnSampler, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Config } from '../../config.ts';
import { readSampling, type Sampling } from './sampling.ts';
import { currentSpan } from './scope.ts';
import type { Span, SpanAttributes } from './span.ts';
import { SpanQueue } from './span-queue.ts';
import { readTraceparent, writeTraceparent } from './traceparent.ts';
import type { Tracer } from './tracing.ts';
import { UnsampledSpan } from './unsampled-span.ts';

/** Longest wait for the collector at shutdown. */
const flushMs = 2000;

const kinds = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
};

class RecordedSpan implements Span {
  readonly isRecorded = true;
  readonly #span: OtelSpan;

  constructor(span: OtelSpan) {
    this.#span = span;
  }

  get traceId(): string {
    return this.#span.spanContext().traceId;
  }

  get spanId(): string {
    return this.#span.spanContext().spanId;
  }

  get traceparent(): string {
    return writeTraceparent(this.#span.spanContext());
  }

  /** Context whose new spans are children of this one. */
  get context(): Context {
    return trace.setSpan(ROOT_CONTEXT, this.#span);
  }

  set(attributes: SpanAttributes): void {
    for (const name in attributes) {
      const value = attributes[name];
      if (value !== undefined) this.#span.setAttribute(name, typeof value === 'object' ? [...value] : value);
    }
  }

  fail(type: string): void {
    this.#span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR });
  }

  end(at?: number): void {
    this.#span.end(at);
  }
}

export function openTracer(config: Config): Tracer {
  const exporter = new OTLPTraceExporter({
    url: tracesAddress(config),
    headers: config.telemetryHeaders,
    timeoutMillis: config.telemetryTimeoutMs,
  });
  const queue = new SpanQueue(exporter, {
    most: config.tracesQueueSize,
    batch: Math.min(config.tracesBatchSize, config.tracesQueueSize),
    delayMs: config.tracesDelayMs,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'sibyl',
      ...config.resourceAttributes,
      ...(config.serviceName === '' ? {} : { 'service.name': config.serviceName }),
    }),
    sampler: new AlwaysOnSampler(), // unsampled spans never get here
    spanLimits: { attributeValueLengthLimit: 1000 },
    spanProcessors: [queue],
  });
  const tracer = provider.getTracer('sibyl');
  const sampling = readSampling(config);
  return {
    outcomes: queue.outcomes,
    onLoss: (listener) => {
      queue.onLoss = listener;
    },
    begin(name, details) {
      const { parent } = details;
      const local = parent === undefined ? currentSpan() : undefined;
      const remote = parent === undefined ? undefined : readTraceparent(parent);
      if (!isKept(sampling, local, remote)) return new UnsampledSpan((local ?? remote)?.traceId);
      const { kind = 'internal', attributes, startedAt } = details;
      const options = { kind: kinds[kind], startTime: startedAt, attributes };
      return new RecordedSpan(tracer.startSpan(name, options, contextOf(local, remote)));
    },
    close: () => atMost(flushMs, provider.shutdown()),
  };
}

function isKept(sampling: Sampling, local: Span | undefined, remote: SpanContext | undefined): boolean {
  if (local !== undefined) return local.isRecorded;
  return remote === undefined ? sampling.samplesNew() : sampling.samplesRemote(remote);
}

function contextOf(local: Span | undefined, remote: SpanContext | undefined): Context {
  if (local instanceof RecordedSpan) return local.context;
  return remote === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, remote);
}

/** The traces endpoint is used as it is; the general endpoint is a base URL. */
function tracesAddress({ tracesEndpoint, telemetryEndpoint }: Config): string {
  return tracesEndpoint === '' ? `${telemetryEndpoint.replace(/\/+$/, '')}/v1/traces` : tracesEndpoint;
}

async function atMost(milliseconds: number, work: Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  await Promise.race([work.catch(() => {}), promise]);
  clearTimeout(timer);
}
