import { decodeJson } from '../../../platform/db/json.ts';
import type { ProviderName } from '../../../platform/language/providers.ts';
import { checkSettings } from '../../../platform/language/settings.ts';
import type { KnowledgeServices } from '../context.ts';
import type { EmbeddingInput } from '../schemas.ts';
import type { BaseRow } from '../store.ts';

/** The embedding model of a knowledge base, stored with the base; the key is sealed. */
export interface EmbeddingSettings {
  provider: ProviderName;
  model_name: string;
  base_url?: string;
  api_version?: string;
  sealed_api_key?: string;
  /** Length of the vectors: as set, else that of the first vector. */
  dimension?: number;
}

export function embeddingOf({ embedding }: Pick<BaseRow, 'embedding'>): EmbeddingSettings | undefined {
  return embedding === null ? undefined : decodeJson<EmbeddingSettings>(embedding);
}

/** Merges the settings of a request into the current ones. The key is kept only for the same address. */
export function readEmbedding(
  { secrets }: Pick<KnowledgeServices, 'secrets'>,
  baseId: string,
  input: EmbeddingInput,
  current: EmbeddingSettings | undefined,
): EmbeddingSettings {
  const { provider, model_name, base_url, api_version, dimension, api_key } = input;
  checkSettings({ provider, baseUrl: base_url }, '/embedding');
  const isSamePlace = current?.provider === provider && current.base_url === base_url;
  const kept = isSamePlace && api_key === undefined ? current.sealed_api_key : undefined;
  const sealed_api_key = api_key ? secrets.seal(api_key, embeddingKeyOwner(baseId)) : kept;
  const known = current && isSameModel(current, input) ? current.dimension : undefined;
  return withoutBlanks({ provider, model_name, base_url, api_version, sealed_api_key, dimension: dimension ?? known });
}

/** Returns whether vectors of both models can be compared. */
export function isSameModel(
  one: EmbeddingSettings,
  other: Pick<EmbeddingSettings, 'provider' | 'model_name' | 'base_url' | 'api_version' | 'dimension'>,
): boolean {
  const isSame = (['provider', 'model_name', 'base_url', 'api_version'] as const).every(
    (key) => one[key] === other[key],
  );
  return isSame && (other.dimension === undefined || one.dimension === other.dimension);
}

export function apiKeyOf(
  { secrets }: Pick<KnowledgeServices, 'secrets'>,
  baseId: string,
  { sealed_api_key }: EmbeddingSettings,
): string | undefined {
  return sealed_api_key === undefined ? undefined : secrets.open(sealed_api_key, embeddingKeyOwner(baseId));
}

export function embeddingKeyOwner(baseId: string): string {
  return `knowledge_bases/${baseId} embedding.api_key`;
}

function withoutBlanks<Fields extends object>(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields;
}
