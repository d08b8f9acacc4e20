import type { EmbeddingModelV4, LanguageModelV4 } from '@ai-sdk/provider';
import { withReadableCounts } from './readable-counts.ts';

/** Access to a provider. Everything is passed in: nothing comes from the environment of the service. */
export interface Access {
  baseUrl: string;
  /** Empty for servers that need none. */
  apiKey: string;
  /** For Azure only: the dated API, addressed by deployment; undefined for the undated one. */
  apiVersion: string | undefined;
  /** Sends the requests, to allowed addresses only. */
  fetch: typeof globalThis.fetch;
}

interface Provider {
  /** Undefined where each user has a different address. */
  baseUrl: string | undefined;
  needsKey: boolean;
  openChat(access: Access, model: string): Promise<LanguageModelV4>;
  openEmbedding: ((access: Access, model: string) => Promise<EmbeddingModelV4>) | undefined;
}

/** Servers with OpenAI's chat protocol, with small differences. */
function compatible(name: string, settings: Pick<Provider, 'baseUrl' | 'needsKey'>): Provider {
  const open = async ({ baseUrl, apiKey, fetch }: Access) => {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    return createOpenAICompatible({
      name,
      baseURL: baseUrl,
      apiKey,
      fetch: withReadableCounts(fetch),
      includeUsage: true,
      supportsStructuredOutputs: true,
    });
  };
  return {
    ...settings,
    openChat: async (access, model) => (await open(access)).chatModel(model),
    openEmbedding: async (access, model) => (await open(access)).embeddingModel(model),
  };
}

async function openOpenAI({ baseUrl, apiKey, fetch }: Access) {
  const { createOpenAI } = await import('@ai-sdk/openai');
  return createOpenAI({ baseURL: baseUrl, apiKey, fetch: withReadableCounts(fetch) });
}

async function openGoogle({ baseUrl, apiKey, fetch }: Access) {
  const { createGoogle } = await import('@ai-sdk/google');
  return createGoogle({ baseURL: baseUrl, apiKey, fetch });
}

/** Azure has a header of its own for the key and, in dated versions, the deployment in the path. */
async function openAzure({ baseUrl, apiKey, apiVersion, fetch }: Access, deployment: string) {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const base = baseUrl.replace(/\/+$/, '').replace(/\/openai(?:\/v1)?$/, '');
  const path = apiVersion === undefined ? 'v1' : `deployments/${encodeURIComponent(deployment)}`;
  const queryParams = apiVersion === undefined ? undefined : { 'api-version': apiVersion };
  const headers = { 'api-key': apiKey };
  return createOpenAICompatible({
    name: 'azure',
    baseURL: `${base}/openai/${path}`,
    headers,
    queryParams,
    fetch: withReadableCounts(fetch),
    includeUsage: true,
    supportsStructuredOutputs: true,
  });
}

/** All providers of language models; a package is loaded when the first of its models is opened. */
export const providers = {
  openai: {
    baseUrl: 'https://api.openai.com/v1',
    needsKey: true,
    // Without `.chat` it would use the responses protocol, which compatible servers lack.
    openChat: async (access, model) => (await openOpenAI(access)).chat(model),
    openEmbedding: async (access, model) => (await openOpenAI(access)).embeddingModel(model),
  },
  azure: {
    baseUrl: undefined,
    needsKey: true,
    openChat: async (access, model) => (await openAzure(access, model)).chatModel(model),
    openEmbedding: async (access, model) => (await openAzure(access, model)).embeddingModel(model),
  },
  anthropic: {
    baseUrl: 'https://api.anthropic.com/v1',
    needsKey: true,
    openChat: async ({ baseUrl, apiKey, fetch }, model) => {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic({ baseURL: baseUrl, apiKey, fetch }).chat(model);
    },
    openEmbedding: undefined,
  },
  google: {
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    needsKey: true,
    openChat: async (access, model) => (await openGoogle(access)).chat(model),
    openEmbedding: async (access, model) => (await openGoogle(access)).embeddingModel(model),
  },
  mistral: compatible('mistral', { baseUrl: 'https://api.mistral.ai/v1', needsKey: true }),
  ollama: compatible('ollama', { baseUrl: 'http://127.0.0.1:11434/v1', needsKey: false }),
  openai_compatible: compatible('openai_compatible', { baseUrl: undefined, needsKey: false }),
} as const satisfies Record<string, Provider>;

export type ProviderName = keyof typeof providers;

export const providerNames = Object.keys(providers) as ProviderName[];

export const embeddingProviderNames = providerNames.filter((name) => providers[name].openEmbedding !== undefined);

export function providerOf(name: ProviderName): Provider {
  return providers[name];
}
