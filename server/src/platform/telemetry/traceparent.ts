import type { SpanContext } from '@opentelemetry/api';

const pattern = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/;
const version = '00';
/** Version 00 must end after the flags; later versions may add fields. */
const isComplete = (header: string) => !header.startsWith(version) || header.length === 55;

/** Parses a W3C `traceparent`; undefined for an invalid one, which is then ignored. */
export function readTraceparent(header: string): SpanContext | undefined {
  const [, traceId, spanId, flags] = pattern.exec(header) ?? [];
  if (traceId === undefined || !isComplete(header)) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
}

export function writeTraceparent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `${version}-${traceId}-${spanId}-0${traceFlags & 1}`;
}
