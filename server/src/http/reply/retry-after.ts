import { type ErrorCode, limitOf, type ServiceError } from '../../errors.ts';

const usualSeconds = 5;
/** Errors for which seconds are too short: someone must act, a remote service must recover, or this one restart. */
const secondsByCode: Partial<Record<ErrorCode, number>> = {
  shutting_down: 10,
  issuer_unavailable: 30,
  provider_unavailable: 30,
  too_many_listeners: 30,
  chatbot_stopped: 300,
  language_model_not_configured: 300,
};
/** Queues of work that takes minutes. */
const secondsByLimit: Readonly<Record<string, number>> = { trainings_queued: 30, embeddings_queued: 30 };

/** Returns the seconds after which a 503 should be retried; the error may set them. */
export function retryAfterOf(error: ServiceError): string | undefined {
  if (error.status !== 503) return undefined;
  const given = error.headers?.['retry-after'];
  const seconds = secondsByLimit[limitOf(error)?.name ?? ''] ?? secondsByCode[error.code] ?? usualSeconds;
  return given ?? String(seconds);
}
