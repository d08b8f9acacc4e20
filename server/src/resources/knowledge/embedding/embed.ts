import type { Caller } from '../../../caller.ts';
import { type Price, priceOf } from '../../../config/model-prices.ts';
import { ServiceError } from '../../../errors.ts';
import { openEmbedder } from '../../../platform/language/embedder.ts';
import { estimateTokens } from '../../../platform/language/estimate-tokens.ts';
import { watchCall } from '../../../platform/language/watch-call.ts';
import { type CallUse, meterOf } from '../../spending/meter.ts';
import type { KnowledgeServices } from '../context.ts';
import type { BaseRow } from '../store.ts';
import { apiKeyOf, type EmbeddingSettings } from './settings.ts';
import { toUnitLength } from './vectors.ts';

/**
 * Computes unit vectors with the embedding of a base, and counts their tokens under the actor's key.
 * @throws ServiceError `embedding_mismatch`, `tokens_used_up` and provider errors
 */
export type Embed = (texts: readonly string[], signal: AbortSignal) => Promise<Float32Array[]>;

const longestCallMs = 60_000;
/** Maximum bytes of a response: a hundred long vectors in JSON. */
const mostBytes = 64 * 1024 * 1024;

/** Creates the function without calling the provider. */
export async function openEmbed(
  ctx: KnowledgeServices & Pick<Caller, 'actor'>,
  { id, project_id: projectId }: Pick<BaseRow, 'id' | 'project_id'>,
  settings: EmbeddingSettings,
): Promise<Embed> {
  const { provider, model_name: model, base_url: baseUrl, api_version: apiVersion } = settings;
  // In the open local mode a provider may run on this machine, too.
  const reach = ctx.keys.isOpen ? 'loopback' : 'public';
  const means = {
    apiKey: apiKeyOf(ctx, id, settings),
    fetch: ctx.outgoing.fetcher({ reach, timeoutMs: longestCallMs, maxBytes: mostBytes, maxRedirects: 0 }),
  };
  const embedder = await openEmbedder({ provider, model, baseUrl, apiVersion }, means);
  const meter = meterOf(ctx, { projectId, id, provider, model });
  const price = priceOf(ctx.config.modelPrices, { provider, model });
  return async (texts, signal) => {
    const estimate = texts.reduce((sum, text) => sum + estimateTokens(text), 0);
    const leave = await meter.enter(estimate);
    try {
      const call = { operation: 'embeddings', provider, model } as const;
      const { vectors, tokens } = await watchCall(
        ctx,
        call,
        () => embedder.embed(texts, signal),
        ({ tokens }) => ({ inputTokens: tokens }),
      );
      await meter.add(useOf(tokens ?? estimate, tokens === undefined, price));
      return requireSame(vectors, settings).map(toUnitLength);
    } finally {
      leave();
    }
  };
}

function useOf(tokens: number, isEstimated: boolean, price: Price | undefined): CallUse {
  const cost = price === undefined ? null : (tokens * price.input) / 1e6;
  return { usage: { input_tokens: tokens, output_tokens: 0, cost }, isEstimated };
}

function requireSame(vectors: Float32Array[], settings: EmbeddingSettings): Float32Array[] {
  const { dimension } = settings;
  const strange = vectors.find((vector) => dimension !== undefined && vector.length !== dimension);
  if (strange) throw mismatch(settings, strange.length);
  return vectors;
}

function mismatch({ provider, model_name, dimension }: EmbeddingSettings, got: number): ServiceError {
  const detail = `${provider}/${model_name} answers vectors of ${got} numbers; those of the knowledge base have ${dimension}.`;
  return new ServiceError('embedding_mismatch', `${detail} Set the embedding again to recompute all vectors.`);
}
