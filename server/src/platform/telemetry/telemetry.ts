import { Metrics } from './metrics.ts';
import { Tracing } from './tracing.ts';

/** What is seen of the service from outside while it works. */
export interface Telemetry {
  tracing: Tracing;
  metrics: Metrics;
}

/** Traces nothing, and counts what nobody reads. */
export function noTelemetry(): Telemetry {
  return { tracing: new Tracing(), metrics: new Metrics() };
}
