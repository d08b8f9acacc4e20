import type { Telemetry } from '../telemetry/telemetry.ts';
import type { ClaimedJob } from './store.ts';

/** Runs a job in a span of the trace that enqueued it, and records count and duration. */
export async function watchJob(
  { tracing, metrics }: Telemetry,
  { id, kind, attempt, maxAttempts, traceparent: parent }: ClaimedJob,
  signal: AbortSignal,
  work: () => Promise<void>,
): Promise<void> {
  const attributes = { 'sibyl.job.id': id, 'sibyl.job.kind': kind, 'sibyl.job.attempt': attempt };
  const stopTimer = metrics.jobSeconds.startTimer({ kind });
  let outcome = 'done';
  try {
    await tracing.within(`job ${kind}`, { kind: 'consumer', parent, attributes }, work);
  } catch (error) {
    if (signal.aborted) outcome = 'interrupted';
    else outcome = attempt < maxAttempts ? 'failed' : 'given_up';
    throw error;
  } finally {
    stopTimer();
    metrics.jobs.inc({ kind, outcome });
  }
}
