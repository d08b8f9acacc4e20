import type { EmbeddingModelV4 } from '@ai-sdk/provider';
import { invalidField, ServiceError } from '../../errors.ts';
import { type Asked, providerFault } from './faults.ts';
import { embeddingProviderNames, type ProviderName, providerOf } from './providers.ts';
import { accessOf, type LanguageSettings, type Means } from './settings.ts';
import { soundCount } from './sound-count.ts';

export interface Embedded {
  vectors: Float32Array[];
  /** Undefined where the provider did not tell all, or what cannot be. */
  tokens: number | undefined;
}

/** Converts texts to vectors; similar meanings give near vectors. */
export interface Embedder {
  readonly provider: ProviderName;
  readonly model: string;
  /** Length of the vectors; undefined before the first one. */
  readonly dimension: number | undefined;
  /**
   * Returns one vector per text, in order, and the tokens where the provider tells them.
   * @throws ServiceError for failures of the provider; the signal's reason once it is aborted
   */
  embed(texts: readonly string[], signal: AbortSignal): Promise<Embedded>;
}

const mostPerCall = 100;

/**
 * Opens the embedding model that the settings name, without calling it.
 * @throws ServiceError `language_model_not_configured`; `invalid_input` when the provider has no embeddings
 */
export async function openEmbedder(settings: LanguageSettings, means: Means): Promise<Embedder> {
  const { openEmbedding } = providerOf(settings.provider);
  if (openEmbedding === undefined)
    throw invalidField('/provider', `must be one with embeddings: ${embeddingProviderNames.join(', ')}`, 'not_allowed');
  const source = await openEmbedding(accessOf(settings, means), settings.model);
  return new ProviderEmbedder(source, { ...settings, apiKey: means.apiKey });
}

class ProviderEmbedder implements Embedder {
  readonly provider: ProviderName;
  readonly model: string;
  readonly #source: EmbeddingModelV4;
  readonly #asked: Asked;
  #dimension: number | undefined;

  constructor(source: EmbeddingModelV4, asked: LanguageSettings & Asked) {
    this.provider = asked.provider;
    this.model = asked.model;
    this.#source = source;
    this.#asked = asked;
  }

  get dimension(): number | undefined {
    return this.#dimension;
  }

  async embed(texts: readonly string[], signal: AbortSignal): Promise<Embedded> {
    const most = Math.min((await this.#source.maxEmbeddingsPerCall) ?? mostPerCall, mostPerCall);
    const vectors: Float32Array[] = [];
    let tokens: number | undefined = 0;
    for (let start = 0; start < texts.length; start += most) {
      const answered = await this.#ask(texts.slice(start, start + most), signal);
      vectors.push(...answered.vectors);
      tokens = tokens === undefined || answered.tokens === undefined ? undefined : tokens + answered.tokens;
    }
    return { vectors, tokens };
  }

  async #ask(values: string[], abortSignal: AbortSignal): Promise<Embedded> {
    try {
      const { embeddings, usage } = await this.#source.doEmbed({ values, abortSignal });
      const vectors = embeddings.map((numbers) => Float32Array.from(numbers));
      this.#requireSound(vectors, values.length);
      return { vectors, tokens: soundCount(usage?.tokens) };
    } catch (error) {
      abortSignal.throwIfAborted();
      throw providerFault(error, this.#asked);
    }
  }

  /**
   * Refuses missing vectors and vectors of another length or with non-finite numbers, which would silently spoil every
   * comparison.
   */
  #requireSound(vectors: Float32Array[], expected: number): void {
    const dimension = this.#dimension ?? vectors[0]?.length ?? 0;
    const sound = vectors.every((vector) => vector.length === dimension && vector.every(Number.isFinite));
    if (vectors.length !== expected || dimension === 0 || !sound)
      throw new ServiceError('provider_failed', `${this.provider} answered with vectors that do not fit together.`);
    this.#dimension = dimension;
  }
}
