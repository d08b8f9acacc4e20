import { decodeJson } from '../../../platform/db/json.ts';
import { checkSettings } from '../../../platform/language/settings.ts';
import type { KnowledgeServices } from '../context.ts';
import type { RerankInput } from '../schemas.ts';
import type { BaseRow } from '../store.ts';

/** The rerank model of a knowledge base. The key is sealed. */
export interface RerankSettings {
  model_name: string;
  base_url: string;
  sealed_api_key?: string;
}

export function rerankOf({ rerank }: Pick<BaseRow, 'rerank'>): RerankSettings | undefined {
  return rerank === null ? undefined : decodeJson<RerankSettings>(rerank);
}

/** Merges the settings of a request into the current ones. The key is kept only for the same address. */
export function readRerank(
  { secrets }: Pick<KnowledgeServices, 'secrets'>,
  baseId: string,
  { model_name, base_url, api_key }: RerankInput,
  current: RerankSettings | undefined,
): RerankSettings {
  checkSettings({ provider: 'openai_compatible', baseUrl: base_url }, '/rerank');
  const kept = api_key === undefined && current?.base_url === base_url ? current.sealed_api_key : undefined;
  const sealed_api_key = api_key ? secrets.seal(api_key, rerankKeyOwner(baseId)) : kept;
  return { model_name, base_url, ...(sealed_api_key === undefined ? {} : { sealed_api_key }) };
}

export function rerankKeyOf(
  { secrets }: Pick<KnowledgeServices, 'secrets'>,
  baseId: string,
  { sealed_api_key }: RerankSettings,
): string | undefined {
  return sealed_api_key === undefined ? undefined : secrets.open(sealed_api_key, rerankKeyOwner(baseId));
}

export function rerankKeyOwner(baseId: string): string {
  return `knowledge_bases/${baseId} rerank.api_key`;
}
