import type { SharedV4ProviderMetadata } from '@ai-sdk/provider';

/** Marks a text of the builtin answerer that does not answer the question. */
export const noAnswer: SharedV4ProviderMetadata = { builtin: { answered: false } };

export function isNoAnswer(metadata: SharedV4ProviderMetadata | undefined): boolean {
  return metadata?.builtin?.answered === false;
}
