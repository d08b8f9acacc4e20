import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { Context } from '../context.ts';
import { ServiceError } from '../errors.ts';
import type { Asked } from '../language/faults.ts';
import { openLanguageModel } from '../language/open-language-model.ts';
import { SealBrokenError } from '../secrets/sealed-box.ts';
import type { Toolset } from '../skills/toolset.ts';
import { builtin } from './schemas.ts';
import { openKey } from './service.ts';
import type { FoundAgent } from './store.ts';

/** Largest answer of a provider, in bytes: more is no text that anybody reads. */
const maxBytes = 32 * 1024 * 1024;

/** The language model of an agent, once its skills are open: the builtin one reads in them what it can answer. */
export interface OpenedModel {
  asked: Asked;
  modelFor(toolsets: Toolset[]): Promise<LanguageModelV4>;
}

/** Asks nobody. @throws ServiceError `language_model_not_configured` */
export async function openModelOf(ctx: Context, { agent, settings }: FoundAgent): Promise<OpenedModel> {
  const { provider, model_name: model, base_url: baseUrl, api_version: apiVersion } = settings.model;
  if (provider === builtin) return openBuiltin();
  const apiKey = readKey(() => openKey(ctx, agent));
  // An open service is for this machine alone: language models that run beside it may be called.
  const reach = ctx.keys.isOpen ? 'loopback' : 'public';
  const fetch = ctx.outgoing.fetcher({ reach, maxBytes, maxRedirects: 0 });
  const opened = await openLanguageModel({ provider, model, baseUrl, apiVersion }, { apiKey, fetch });
  return { asked: { provider, model, apiKey }, modelFor: async () => opened };
}

function openBuiltin(): OpenedModel {
  return {
    asked: { provider: builtin, model: builtin, apiKey: undefined },
    async modelFor(toolsets) {
      const { createBuiltinModel } = await import('./builtin/model.ts');
      return createBuiltinModel(toolsets);
    },
  };
}

function readKey(open: () => string | undefined): string | undefined {
  try {
    return open();
  } catch (cause) {
    if (!(cause instanceof SealBrokenError)) throw cause;
    const detail = 'The key of the agent was kept under another master key; set model.api_key again.';
    throw new ServiceError('language_model_not_configured', detail, { cause });
  }
}
