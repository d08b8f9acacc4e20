import type { Config } from '../../config.ts';
import { Tracing } from './tracing.ts';

/** Opens tracing as OpenTelemetry's standard variables say; without an endpoint nothing is traced or loaded. */
export async function openTracing(config: Config): Promise<Tracing> {
  const isAsked = config.telemetryEndpoint !== '' || config.tracesEndpoint !== '';
  if (!isAsked || config.telemetryDisabled || config.tracesExporter === 'none') return new Tracing();
  const { openTracer } = await import('./opentelemetry.ts');
  return new Tracing(openTracer(config));
}
