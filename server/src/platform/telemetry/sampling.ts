import type { SpanContext } from '@opentelemetry/api';
import type { Config } from '../../config.ts';

/** The sampling decision, by the names of OpenTelemetry's samplers. */
export interface Sampling {
  /** For a trace that starts here. */
  samplesNew(): boolean;
  /** For a trace that started elsewhere. */
  samplesRemote(parent: SpanContext): boolean;
}

/**
 * Decides before a span is created, so that unsampled requests cost almost nothing; the SDK's samplers run only once
 * most of a span exists.
 */
export function readSampling({ tracesSampler, tracesSampledShare }: Config): Sampling {
  const [, isParentBased, name] = /^(parentbased_)?(.*)$/.exec(tracesSampler) ?? [];
  const share = { always_on: 1, always_off: 0 }[name] ?? tracesSampledShare;
  return {
    samplesNew: () => Math.random() < share,
    samplesRemote: ({ traceId, traceFlags }) =>
      isParentBased ? (traceFlags & 1) === 1 : randomnessOf(traceId) >= 1 - share,
  };
}

/** Returns the random part of a trace ID (W3C) as a number from 0 to 1, so that all services sample the same traces. */
function randomnessOf(traceId: string): number {
  return Number.parseInt(traceId.slice(-14), 16) / 2 ** 56;
}
