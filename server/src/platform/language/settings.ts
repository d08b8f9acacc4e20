import { invalidField, ServiceError } from '../../errors.ts';
import { type Access, type ProviderName, providerOf } from './providers.ts';

/** A model of a provider, as an agent or a knowledge base names it. */
export interface LanguageSettings {
  provider: ProviderName;
  /** The provider's own name of the model; on Azure that of the deployment. */
  model: string;
  /** The provider's default address when undefined. */
  baseUrl?: string | undefined;
  apiVersion?: string | undefined;
}

/** The API key, and the function that sends requests to allowed addresses only. */
export interface Means {
  apiKey: string | undefined;
  fetch: typeof globalThis.fetch;
}

/**
 * Refuses settings that can never work, without calling the provider. `pointer` is the place of the settings in the
 * body.
 */
export function checkSettings({ provider, baseUrl }: Pick<LanguageSettings, 'provider' | 'baseUrl'>, pointer: string) {
  if (baseUrl === undefined) {
    if (providerOf(provider).baseUrl !== undefined) return;
    throw invalidField(`${pointer}/base_url`, `is required: ${provider} has no address of its own`, 'required');
  }
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.hash !== '')
    throw invalidField(`${pointer}/base_url`, 'must be an address such as https://llm.example.com/v1', 'wrong_format');
  if (url.username !== '' || url.password !== '')
    throw invalidField(`${pointer}/base_url`, 'must not contain a password; the key goes into api_key', 'wrong_format');
}

/** @throws ServiceError `language_model_not_configured` when the provider needs a key and there is none */
export function accessOf({ provider, baseUrl, apiVersion }: LanguageSettings, { apiKey, fetch }: Means): Access {
  const { needsKey, baseUrl: usual } = providerOf(provider);
  if (needsKey && !apiKey)
    throw new ServiceError('language_model_not_configured', `The provider ${provider} needs a key: set model.api_key.`);
  const address = baseUrl ?? usual;
  if (address === undefined)
    throw new ServiceError('language_model_not_configured', `The provider ${provider} needs model.base_url.`);
  return { baseUrl: address, apiKey: apiKey ?? '', apiVersion, fetch };
}
