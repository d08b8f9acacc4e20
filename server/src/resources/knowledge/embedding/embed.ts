import { ServiceError } from '../../../errors.ts';
import { openEmbedder } from '../../../platform/language/embedder.ts';
import { watchCall } from '../../../platform/language/watch-call.ts';
import type { KnowledgeServices } from '../context.ts';
import type { BaseRow } from '../store.ts';
import { apiKeyOf, type EmbeddingSettings } from './settings.ts';
import { toUnitLength } from './vectors.ts';

/** Computes unit vectors with the embedding of a base. @throws ServiceError `embedding_mismatch` and provider errors */
export type Embed = (texts: readonly string[], signal: AbortSignal) => Promise<Float32Array[]>;

const longestCallMs = 60_000;
/** Maximum bytes of a response: a hundred long vectors in JSON. */
const mostBytes = 64 * 1024 * 1024;

/** Creates the function without calling the provider. */
export async function openEmbed(
  ctx: Pick<KnowledgeServices, 'keys' | 'metrics' | 'outgoing' | 'secrets' | 'tracing'>,
  { id }: Pick<BaseRow, 'id'>,
  settings: EmbeddingSettings,
): Promise<Embed> {
  const { provider, model_name: model, base_url: baseUrl, api_version: apiVersion, dimension } = settings;
  // In the open local mode a provider may run on this machine, too.
  const reach = ctx.keys.isOpen ? 'loopback' : 'public';
  const means = {
    apiKey: apiKeyOf(ctx, id, settings),
    fetch: ctx.outgoing.fetcher({ reach, timeoutMs: longestCallMs, maxBytes: mostBytes, maxRedirects: 0 }),
  };
  const embedder = await openEmbedder({ provider, model, baseUrl, apiVersion }, means);
  return async (texts, signal) => {
    const call = { operation: 'embeddings', provider, model } as const;
    const { vectors } = await watchCall(
      ctx,
      call,
      () => embedder.embed(texts, signal),
      ({ tokens }) => ({ inputTokens: tokens }),
    );
    const strange = vectors.find((vector) => dimension !== undefined && vector.length !== dimension);
    if (strange) throw mismatch(settings, strange.length);
    return vectors.map(toUnitLength);
  };
}

function mismatch({ provider, model_name, dimension }: EmbeddingSettings, got: number): ServiceError {
  const detail = `${provider}/${model_name} answers vectors of ${got} numbers; those of the knowledge base have ${dimension}.`;
  return new ServiceError('embedding_mismatch', `${detail} Set the embedding again to recompute all vectors.`);
}
