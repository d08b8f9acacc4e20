import { beyondLimit, ServiceError } from '../../errors.ts';
import { WorkerEnded } from '../../platform/workers/worker-ended.ts';

/** What may end a query early: its time limit, its bytes, or a caller that has left. */
interface Ends {
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

/**
 * Runs `work` until a limit is reached. Its signal is aborted by the caller's, by the time limit, or by `caps`; then
 * that reason is thrown, whatever the driver says. Other failures pass through `explain`.
 */
export async function withinLimits<Result>(
  { timeoutMs, signal }: Ends,
  explain: (error: unknown) => unknown,
  work: (limited: AbortSignal, caps: AbortController) => Promise<Result>,
): Promise<Result> {
  const caps = new AbortController();
  const timer = setTimeout(() => caps.abort(timeLimit(timeoutMs)), timeoutMs);
  const limited = signal ? AbortSignal.any([signal, caps.signal]) : caps.signal;
  try {
    limited.throwIfAborted();
    return await work(limited, caps);
  } catch (error) {
    if (limited.aborted) throw limited.reason;
    throw error instanceof ServiceError ? error : explain(error);
  } finally {
    clearTimeout(timer);
  }
}

/** Says which limit ended a worker that ran a query; other ends are what `explain` makes of them. */
export function explainEnd(explain: (error: unknown) => never, timeoutMs: number, bytes: number) {
  return (error: unknown): never => {
    if (error instanceof WorkerEnded && error.reason === 'time') throw timeLimit(timeoutMs);
    if (error instanceof WorkerEnded && error.reason === 'memory') throw tooLarge(bytes);
    return explain(error);
  };
}

export function timeLimit(timeoutMs: number): ServiceError {
  const limit = { name: 'query_timeout_ms', value: timeoutMs } as const;
  return beyondLimit('query_time_limit', `The query took longer than ${timeoutMs} ms.`, limit);
}

export function tooLarge(maxBytes: number): ServiceError {
  const limit = { name: 'query_memory_bytes', value: maxBytes } as const;
  return beyondLimit('query_memory_limit', `The answer is larger than ${maxBytes} bytes.`, limit);
}
