import { Type } from 'typebox';
import { ServiceError } from '../../../errors.ts';
import { compileCheck } from '../../../http/request/validation.ts';
import { providerFault } from '../../../platform/language/faults.ts';
import type { KnowledgeServices } from '../context.ts';
import type { BaseRow } from '../store.ts';
import { type RerankSettings, rerankKeyOf } from './settings.ts';

const longestCallMs = 20_000;

/** The response format that Cohere, Jina, vLLM and llama.cpp share. */
const checkAnswer = compileCheck(
  Type.Object({ results: Type.Array(Type.Object({ index: Type.Integer(), relevance_score: Type.Number() })) }),
  'json',
);

interface Question {
  query: string;
  texts: string[];
}

/**
 * Scores how well each text answers the query, in the given order: 0 to 1, undefined for texts without a score.
 * @throws ServiceError for provider errors
 */
export async function rerankTexts(
  ctx: Pick<KnowledgeServices, 'keys' | 'outgoing' | 'secrets'>,
  base: Pick<BaseRow, 'id'>,
  settings: RerankSettings,
  { query, texts }: Question,
  signal: AbortSignal,
): Promise<(number | undefined)[]> {
  const body = { model: settings.model_name, query, documents: texts, top_n: texts.length };
  const { results } = await ask(ctx, rerankKeyOf(ctx, base.id, settings), settings, body, signal);
  // Some models return shares, others logits.
  const areShares = results.every(({ relevance_score: score }) => score >= 0 && score <= 1);
  const scores = new Map(
    results.map(({ index, relevance_score: score }) => [index, areShares ? score : 1 / (1 + Math.exp(-score))]),
  );
  return texts.map((_, index) => scores.get(index));
}

async function ask(
  ctx: Pick<KnowledgeServices, 'keys' | 'outgoing'>,
  apiKey: string | undefined,
  { base_url, model_name: model }: RerankSettings,
  body: object,
  signal: AbortSignal,
) {
  const reach = ctx.keys.isOpen ? 'loopback' : 'public';
  const fetch = ctx.outgoing.fetcher({ reach, timeoutMs: longestCallMs, maxRedirects: 0 });
  const headers = { 'content-type': 'application/json', ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}) };
  const asked = { provider: 'of the rerank model', model, apiKey };
  try {
    const url = `${base_url.replace(/\/+$/, '')}/rerank`;
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal });
    if (!response.ok) throw Object.assign(new Error('the rerank model failed'), { statusCode: response.status });
    return checkAnswer(await response.json());
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof SyntaxError || (error instanceof ServiceError && error.code === 'invalid_input'))
      throw new ServiceError('provider_failed', 'The rerank model sent an unreadable response.');
    throw providerFault(error, asked);
  }
}
