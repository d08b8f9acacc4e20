import type { SpanAttributes } from '../telemetry/span.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';

export interface WatchedCall {
  operation: 'chat' | 'embeddings';
  provider: string;
  model: string;
  attributes?: SpanAttributes;
}

/** What a call reported about itself. */
export interface CallReport {
  inputTokens?: number | undefined;
  outputTokens?: number | undefined;
  cachedTokens?: number | undefined;
  /** Milliseconds until the answer began. */
  firstMs?: number | undefined;
  finishReason?: string;
}

/** Providers under their names in OpenTelemetry's semantic conventions. */
const conventionalNames: Readonly<Record<string, string>> = {
  azure: 'azure.ai.openai',
  google: 'gcp.gemini',
  mistral: 'mistral_ai',
};

/**
 * Traces and counts one call of a language model by OpenTelemetry's conventions for generative AI, without any text of
 * the prompt or the answer.
 */
export async function watchCall<Result>(
  { tracing, metrics }: Telemetry,
  { operation, provider, model, attributes }: WatchedCall,
  call: () => Promise<Result>,
  reportOf: (result: Result) => CallReport,
): Promise<Result> {
  const details = {
    'gen_ai.operation.name': operation,
    'gen_ai.provider.name': conventionalNames[provider] ?? provider,
    'gen_ai.request.model': model,
    ...attributes,
  };
  const stopTimer = metrics.languageSeconds.startTimer({ provider, operation });
  let outcome = 'ok';
  try {
    return await tracing.within(`${operation} ${model}`, { kind: 'client', attributes: details }, async (span) => {
      const result = await call();
      const { inputTokens, outputTokens, cachedTokens, firstMs, finishReason } = reportOf(result);
      metrics.languageTokens.inc({ provider, direction: 'input' }, inputTokens ?? 0);
      metrics.languageTokens.inc({ provider, direction: 'output' }, outputTokens ?? 0);
      if (firstMs !== undefined) metrics.languageFirstSeconds.observe({ provider, operation }, firstMs / 1000);
      span?.set({
        'gen_ai.usage.input_tokens': inputTokens,
        'gen_ai.usage.output_tokens': outputTokens,
        'gen_ai.usage.cache_read.input_tokens': cachedTokens,
        'gen_ai.response.time_to_first_chunk': firstMs === undefined ? undefined : firstMs / 1000,
        'gen_ai.response.finish_reasons': finishReason === undefined ? undefined : [finishReason],
      });
      return result;
    });
  } catch (error) {
    outcome = 'failed';
    throw error;
  } finally {
    stopTimer();
    metrics.languageCalls.inc({ provider, operation, outcome });
  }
}
