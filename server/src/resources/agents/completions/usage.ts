import type { LanguageModelV4Usage } from '@ai-sdk/provider';
import type { Price } from '../../../config/model-prices.ts';
import { estimateTokens } from '../../../platform/language/estimate-tokens.ts';
import type { Usage } from './schemas.ts';

export const noUsage: Usage = { input_tokens: null, output_tokens: null, total_tokens: null, cost: null };

/**
 * Returns the tokens that the provider counted, with their cost: as the provider names it, which OpenRouter and LiteLLM
 * do, else by the price.
 */
export function usageOf({ inputTokens, outputTokens, raw }: LanguageModelV4Usage, price?: Price): Usage {
  const [input, output] = [inputTokens.total ?? null, outputTokens.total ?? null];
  const cached = inputTokens.cacheRead ?? 0;
  const told = raw?.cost;
  return {
    input_tokens: input,
    output_tokens: output,
    total_tokens: add(input, output),
    cost: typeof told === 'number' ? told : costOf({ input, output, cached }, price),
    ...(inputTokens.cacheRead ? { cached_tokens: inputTokens.cacheRead } : {}),
  };
}

function costOf(
  { input, output, cached }: { input: number | null; output: number | null; cached: number },
  price: Price | undefined,
): number | null {
  if (price === undefined || input === null || output === null) return null;
  const fresh = Math.max(input - cached, 0);
  const millions = fresh * price.input + cached * (price.cached_input ?? price.input) + output * price.output;
  return millions / 1e6;
}

/** Fills in, from the texts of a call, what its provider did not tell: of answers that are broken off it tells nothing. */
export function completeUsage(told: Usage, prompt: object, written: string, price?: Price): Usage {
  if (told.input_tokens !== null && told.output_tokens !== null) return told;
  const input = told.input_tokens ?? estimateTokens(JSON.stringify(prompt));
  const output = told.output_tokens ?? estimateTokens(written);
  const cost = told.cost ?? costOf({ input, output, cached: told.cached_tokens ?? 0 }, price);
  return { ...told, input_tokens: input, output_tokens: output, total_tokens: input + output, cost, estimated: true };
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
    ...(one.estimated || other.estimated ? { estimated: true } : {}),
  };
}

function add(one: number | null, other: number | null): number | null {
  return one === null ? other : one + (other ?? 0);
}
