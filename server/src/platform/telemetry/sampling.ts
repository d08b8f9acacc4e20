import type { SpanContext } from '@opentelemetry/api';
import type { Config } from '../../config.ts';

/** Which traces are kept, by the names of OpenTelemetry's samplers. */
export interface Sampling {
  /** Of a trace that begins here. */
  samplesNew(): boolean;
  /** Of one that began elsewhere. */
  samplesRemote(parent: SpanContext): boolean;
}

/**
 * Decides before anything is made of a request, so that one that is not kept costs next to nothing: the samplers of the SDK
 * are asked only once most of a span is there.
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

/** The part of a trace's ID that is random by the W3C's word, from 0 to 1: all who keep a share keep the same traces. */
function randomnessOf(traceId: string): number {
  return Number.parseInt(traceId.slice(-14), 16) / 2 ** 56;
}
