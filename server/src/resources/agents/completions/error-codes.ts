import type { ErrorCode } from '../../../errors.ts';
import { bodyFaults } from '../../../http/reply/schemas.ts';

/** Errors detected before the language model is asked. */
export const refusals = [
  ...bodyFaults,
  'project_not_found',
  'agent_not_found',
  'conversation_not_found',
  'conversation_busy',
  'language_model_not_configured',
  'tokens_used_up',
] as const satisfies ErrorCode[];

/** Errors of the provider during an answer. */
export const providerFaults = [
  'address_not_allowed',
  'provider_refused_request',
  'provider_rejected_credentials',
  'provider_failed',
  'provider_rate_limited',
  'provider_unavailable',
  'provider_timeout',
] as const satisfies ErrorCode[];
