import type { SibylError } from './error.ts';

const firstDelayMs = 400;
const longestDelayMs = 8_000;
/** Maximum seconds of `Retry-After` that are waited for. */
const longestRetryAfter = 60;
/** Errors that have `Retry-After` like every 503, but need an action first. */
const lasting = new Set(['language_model_not_configured', 'chatbot_stopped']);
const gatewayStatuses = new Set([502, 503, 504]);

/** Returns the milliseconds until the call may be repeated; undefined when it must not be. */
export function delayAfter(error: SibylError, attempt: number, isRepeatable: boolean): number | undefined {
  const { code, retryAfter = 0 } = error;
  if (!isTransient(error, isRepeatable) || lasting.has(code) || retryAfter > longestRetryAfter) return undefined;
  return Math.max(retryAfter * 1000, backOff(attempt));
}

/** Doubles with each attempt, with 50 % jitter, so that many callers do not return at once. */
export function backOff(attempt: number): number {
  return Math.min(longestDelayMs, firstDelayMs * 2 ** attempt) * (1 - Math.random() / 2);
}

/**
 * A response with `Retry-After` means that nothing was done, so anything may be repeated. After a proxy's error or none
 * at all the service may have acted: then only repeatable calls are retried.
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
