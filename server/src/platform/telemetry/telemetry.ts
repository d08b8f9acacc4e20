import { Metrics } from './metrics.ts';
import { Tracing } from './tracing.ts';

/** Traces and metrics of the service. */
export interface Telemetry {
  tracing: Tracing;
  metrics: Metrics;
}

/** Returns telemetry that traces nothing and whose metrics nobody reads. */
export function noTelemetry(): Telemetry {
  return { tracing: new Tracing(), metrics: new Metrics() };
}
