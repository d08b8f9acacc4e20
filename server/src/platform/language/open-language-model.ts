import type { LanguageModelV4 } from '@ai-sdk/provider';
import { providerOf } from './providers.ts';
import { accessOf, type LanguageSettings, type Means } from './settings.ts';

/**
 * Opens the language model that the settings name, without calling it.
 * @throws ServiceError `language_model_not_configured`
 */
export async function openLanguageModel(settings: LanguageSettings, means: Means): Promise<LanguageModelV4> {
  return providerOf(settings.provider).openChat(accessOf(settings, means), settings.model);
}
