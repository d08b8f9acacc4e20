import { type ErrorCode, limitOf, type ServiceError } from '../../errors.ts';

const usualSeconds = 5;
/** Where a few seconds change nothing: somebody must act, another's service must come back, or this one start again. */
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

/** After how many seconds a 503 is worth another try; the error may say so itself. */
export function retryAfterOf(error: ServiceError): string | undefined {
  if (error.status !== 503) return undefined;
  const given = error.headers?.['retry-after'];
  const seconds = secondsByLimit[limitOf(error)?.name ?? ''] ?? secondsByCode[error.code] ?? usualSeconds;
  return given ?? String(seconds);
}
