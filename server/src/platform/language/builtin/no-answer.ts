import type { SharedV4ProviderMetadata } from '@ai-sdk/provider';

/** Comes with a text of the builtin answerer that does not answer what was asked. */
export const noAnswer: SharedV4ProviderMetadata = { builtin: { answered: false } };

export function isNoAnswer(metadata: SharedV4ProviderMetadata | undefined): boolean {
  return metadata?.builtin?.answered === false;
}
