/** Exports spans by the exporter of OpenTelemetry; loaded only when traces are exported. */
import { type SpanContext, TraceFlags } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { RandomIdGenerator } from '@opentelemetry/sdk-trace';
import type { Config } from '../../config.ts';
import { RecordedSpan } from './recorded-span.ts';
import { readSampling, type Sampling } from './sampling.ts';
import { currentSpan } from './scope.ts';
import type { Span } from './span.ts';
import { SpanQueue } from './span-queue.ts';
import { readTraceparent } from './traceparent.ts';
import type { Tracer } from './tracing.ts';
import { UnsampledSpan } from './unsampled-span.ts';

/** Longest wait for the collector at shutdown. */
const flushMs = 2000;

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
  const resource = resourceFromAttributes({
    'service.name': 'sibyl',
    ...config.resourceAttributes,
    ...(config.serviceName === '' ? {} : { 'service.name': config.serviceName }),
  });
  const finish = (span: RecordedSpan, endedAt: number) => queue.add(span.toReadable(endedAt, resource));
  const sampling = readSampling(config);
  const ids = new RandomIdGenerator();
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
      const around = local instanceof RecordedSpan ? local.context : remote;
      const traceId = around?.traceId ?? ids.generateTraceId();
      const context = { traceId, spanId: ids.generateSpanId(), traceFlags: TraceFlags.SAMPLED };
      return new RecordedSpan(context, around, name, details, finish);
    },
    close: () => atMost(flushMs, queue.shutdown()),
  };
}

function isKept(sampling: Sampling, local: Span | undefined, remote: SpanContext | undefined): boolean {
  if (local !== undefined) return local.isRecorded;
  return remote === undefined ? sampling.samplesNew() : sampling.samplesRemote(remote);
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
