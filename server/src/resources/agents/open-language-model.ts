import { setImmediate as giveWay } from 'node:timers/promises';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { Planner } from '../../builtin/planner.ts';
import { priceOf } from '../../config/model-prices.ts';
import { ServiceError } from '../../errors.ts';
import type { Asked } from '../../platform/language/faults.ts';
import type { GgufModels } from '../../platform/language/gguf/gguf-models.ts';
import { openLanguageModel } from '../../platform/language/open-language-model.ts';
import type { Reach } from '../../platform/outgoing/address-rules.ts';
import type { Outgoing } from '../../platform/outgoing/outgoing.ts';
import { SealBrokenError } from '../../platform/secrets/sealed-box.ts';
import type { Requester } from '../../platform/workers/fair-turns.ts';
import type { Toolset } from '../skills/toolset.ts';
import { breakerKeyOf } from './breaker-key.ts';
import type { Manner } from './completions/manner.ts';
import type { AgentServices } from './context.ts';
import { builtin, llamaCpp } from './schemas.ts';
import { openKey } from './service.ts';
import type { FoundAgent } from './store.ts';

/** Maximum bytes of an answer in one piece: as many tokens as models write, parsed within milliseconds. */
const maxBytes = 512 * 1024;
const maxStreamBytes = 32 * 1024 * 1024;

/** An agent's language model with its skills open; the builtin answerer reads them to find its answer. */
export interface OpenedModel {
  asked: Asked;
  /** Under which its provider is left alone when it gives no answer; undefined for the builtin answerer. */
  breakerKey?: string;
  /** How it calls tools, which its answers show. */
  manner?: Manner;
  /** Whether it answers one question at a time: its time begins with its turn. */
  hasQueue?: boolean;
  /** Tokens that it can read; undefined where that is not known. */
  maxInputTokens?: number;
  modelFor(toolsets: Toolset[], planner: Planner, requester: Omit<Requester, 'signal'>): Promise<LanguageModelV4>;
}

/**
 * Does not call the provider.
 * @throws ServiceError `language_model_not_configured`
 */
export async function openModelOf(
  ctx: Pick<AgentServices, 'config' | 'ggufModels' | 'keys' | 'outgoing' | 'secrets'>,
  found: FoundAgent,
): Promise<OpenedModel> {
  const { agent } = found;
  // Only this machine reaches an open service, so it may call language models on this machine.
  const reach = ctx.keys.isOpen ? 'loopback' : 'public';
  const key = `${agent.id} ${agent.version} ${agent.revision} ${reach}`;
  const kept = keptBy(ctx.outgoing);
  const opened = kept.get(key) ?? (await openProvider(ctx, found, reach));
  kept.delete(key);
  kept.set(key, opened);
  const [oldest] = kept.keys();
  if (kept.size > mostKept) kept.delete(oldest);
  return opened;
}

/**
 * Maximum cached clients. Building one compiles all schemas of its protocol, which costs as much as a question; a
 * change of the agent makes another entry.
 */
const mostKept = 200;
const keptModels = new WeakMap<Outgoing, Map<string, OpenedModel>>();

function keptBy(outgoing: Outgoing): Map<string, OpenedModel> {
  const kept = keptModels.get(outgoing) ?? new Map<string, OpenedModel>();
  keptModels.set(outgoing, kept);
  return kept;
}

async function openProvider(
  ctx: Pick<AgentServices, 'config' | 'ggufModels' | 'outgoing' | 'secrets'>,
  { agent, settings }: Pick<FoundAgent, 'agent' | 'settings'>,
  reach: Reach,
): Promise<OpenedModel> {
  const { provider, model_name: model, base_url: baseUrl, api_version: apiVersion } = settings.model;
  if (provider === builtin) return openBuiltin();
  if (provider === llamaCpp) return openFile(ctx, { agent, settings });
  const apiKey = readKey(() => openKey(ctx, agent));
  const fetch = ctx.outgoing.fetcher({ reach, maxBytes, maxStreamBytes, maxRedirects: 0 });
  await giveWay(); // to load the provider's package takes a turn of its own
  const opened = await openLanguageModel({ provider, model, baseUrl, apiVersion }, { apiKey, fetch });
  await giveWay();
  return {
    asked: { provider, model, apiKey, price: priceOf(ctx.config.modelPrices, { provider, model }) },
    breakerKey: breakerKeyOf(agent, settings),
    manner: { writesCalls: false },
    modelFor: async () => opened,
  };
}

/** A part of the context is for the answer, and texts may have more tokens than is estimated. */
const shareOfPrompt = 0.7;

function openFile(
  { config, ggufModels }: { config: AgentServices['config']; ggufModels: GgufModels },
  { agent, settings }: Pick<FoundAgent, 'agent' | 'settings'>,
): OpenedModel {
  const { provider, model_name: model } = settings.model;
  return {
    asked: { provider, model, apiKey: undefined, price: priceOf(config.modelPrices, { provider, model }) },
    breakerKey: breakerKeyOf(agent, settings),
    manner: { writesCalls: false },
    hasQueue: true,
    maxInputTokens: Math.floor(ggufModels.contextTokens * shareOfPrompt),
    modelFor: async (_toolsets, _planner, requester) => ggufModels.open(model, requester),
  };
}

export function openBuiltin(): OpenedModel {
  return {
    asked: { provider: builtin, model: builtin, apiKey: undefined },
    async modelFor(toolsets, planner) {
      const { createBuiltinModel } = await import('../../builtin/model.ts');
      const groundings = toolsets.map(({ grounding }) => grounding);
      return createBuiltinModel(groundings, { planner });
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
