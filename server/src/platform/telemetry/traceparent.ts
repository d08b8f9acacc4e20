import type { SpanContext } from '@opentelemetry/api';

const pattern = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/;
const version = '00';
/** Whether a later version says more behind the flags is its own matter; the first one must end there. */
const isComplete = (header: string) => !header.startsWith(version) || header.length === 55;

/** Reads a W3C `traceparent`; undefined for what is none, which then counts as absent. */
export function readTraceparent(header: string): SpanContext | undefined {
  const [, traceId, spanId, flags] = pattern.exec(header) ?? [];
  if (traceId === undefined || !isComplete(header)) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
}

export function writeTraceparent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `${version}-${traceId}-${spanId}-0${traceFlags & 1}`;
}
