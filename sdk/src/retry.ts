import type { SibylError } from './error.ts';

const firstDelayMs = 400;
const longestDelayMs = 8_000;
/** A caller who is told to wait longer would rather know. */
const longestRetryAfter = 60;
/** Answered with `Retry-After` like every 503, but somebody has to do something first. */
const lasting = new Set(['language_model_not_configured', 'chatbot_stopped']);
const gatewayStatuses = new Set([502, 503, 504]);

/** Milliseconds until the call may be repeated; undefined when it must not be. */
export function delayAfter(error: SibylError, attempt: number, isRepeatable: boolean): number | undefined {
  const { code, retryAfter = 0 } = error;
  if (!isTransient(error, isRepeatable) || lasting.has(code) || retryAfter > longestRetryAfter) return undefined;
  return Math.max(retryAfter * 1000, backOff(attempt));
}

/** Doubles with each attempt; between half and all of it, so that many callers do not come back at once. */
export function backOff(attempt: number): number {
  return Math.min(longestDelayMs, firstDelayMs * 2 ** attempt) * (1 - Math.random() / 2);
}

/**
 * Who is told when to come back was not served, so anything may be repeated. Where a proxy answered, or nobody, the service
 * may have done what it was asked: that is repeated only when twice is as good as once.
 */
function isTransient({ code, status, retryAfter }: SibylError, isRepeatable: boolean): boolean {
  if (code === 'request_in_progress') return true;
  if (retryAfter !== undefined && (status === 429 || status === 503)) return true;
  if (code === 'unexpected_answer') return isRepeatable && gatewayStatuses.has(status);
  return isRepeatable && (code === 'unreachable' || code === 'timed_out' || code === 'request_timeout');
}

/** Waits, or throws the reason of the signal. */
export function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
