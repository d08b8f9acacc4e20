import { boolean, choice, endpoint, integer, maybe, pairs, type Read, type Setting } from './readers.ts';

const tracesSampledShare: Setting<Read<number>> = {
  variable: 'OTEL_TRACES_SAMPLER_ARG',
  fallback: '1',
  meaning: 'Share of traces that a `traceidratio` sampler samples, 0 to 1.',
  read: (raw) => (/^(?:0?\.\d+|[01](?:\.0*)?)$/.test(raw) ? { value: Number(raw) } : 'must be a number from 0 to 1'),
};

/** Traces; the names are those of OpenTelemetry. */
export const telemetrySettings = {
  telemetryEndpoint: endpoint(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'OpenTelemetry collector that receives traces by OTLP over HTTP; when unset, nothing is traced.',
  ),
  tracesEndpoint: endpoint('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'The same as a complete URL for traces only.'),
  telemetryProtocol: choice('OTEL_EXPORTER_OTLP_PROTOCOL', 'http/json', 'Encoding of traces; only one is supported.', [
    'http/json',
  ]),
  telemetryHeaders: pairs('OTEL_EXPORTER_OTLP_HEADERS', 'Headers for the collector, such as `api-key=…`.', {
    secret: true,
  }),
  telemetryTimeoutMs: integer(
    'OTEL_EXPORTER_OTLP_TIMEOUT',
    10_000,
    'Time limit for sending a batch to the collector, in ms.',
    [100, 600_000],
  ),
  telemetryDisabled: boolean('OTEL_SDK_DISABLED', '`true` switches tracing off.'),
  tracesExporter: choice('OTEL_TRACES_EXPORTER', 'otlp', '`none` switches tracing off.', ['otlp', 'none']),
  serviceName: maybe('OTEL_SERVICE_NAME', 'Name of the service in traces; `sibyl` when unset.'),
  resourceAttributes: pairs(
    'OTEL_RESOURCE_ATTRIBUTES',
    'Further attributes of the service in every trace, such as `deployment.environment.name=test`.',
  ),
  tracesSampler: choice(
    'OTEL_TRACES_SAMPLER',
    'parentbased_always_on',
    'Which traces are sampled; `parentbased_…` follows the decision of the caller.',
    [
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ],
  ),
  tracesSampledShare,
  tracesQueueSize: integer(
    'OTEL_BSP_MAX_QUEUE_SIZE',
    2048,
    'Maximum spans waiting to be sent; more are dropped.',
    [1, 1_000_000],
  ),
  tracesBatchSize: integer('OTEL_BSP_MAX_EXPORT_BATCH_SIZE', 512, 'Maximum spans in one batch.', [1, 10_000]),
  tracesDelayMs: integer('OTEL_BSP_SCHEDULE_DELAY', 5000, 'Maximum wait before a batch is sent, in ms.', [10, 600_000]),
};
