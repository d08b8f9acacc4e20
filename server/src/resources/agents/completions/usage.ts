import type { LanguageModelV4Usage } from '@ai-sdk/provider';
import type { Usage } from './schemas.ts';

export const noUsage: Usage = { input_tokens: null, output_tokens: null, total_tokens: null, cost: null };

/** Returns the tokens that the provider counted, with the price if it names one, as OpenRouter and LiteLLM do. */
export function usageOf({ inputTokens, outputTokens, raw }: LanguageModelV4Usage): Usage {
  const [input, output] = [inputTokens.total ?? null, outputTokens.total ?? null];
  const cost = raw?.cost;
  return {
    input_tokens: input,
    output_tokens: output,
    total_tokens: add(input, output),
    cost: typeof cost === 'number' ? cost : null,
    ...(inputTokens.cacheRead ? { cached_tokens: inputTokens.cacheRead } : {}),
  };
}

export function addUsage(one: Usage, other: Usage): Usage {
  return {
    input_tokens: add(one.input_tokens, other.input_tokens),
    output_tokens: add(one.output_tokens, other.output_tokens),
    total_tokens: add(one.total_tokens, other.total_tokens),
    cost: add(one.cost, other.cost),
    ...(one.cached_tokens === undefined && other.cached_tokens === undefined
      ? {}
      : { cached_tokens: (one.cached_tokens ?? 0) + (other.cached_tokens ?? 0) }),
  };
}

function add(one: number | null, other: number | null): number | null {
  return one === null ? other : one + (other ?? 0);
}
