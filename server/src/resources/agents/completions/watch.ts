import type { LanguageModelV4CallOptions, LanguageModelV4Usage } from '@ai-sdk/provider';
import type { Asked } from '../../../platform/language/faults.ts';
import { soundCount } from '../../../platform/language/sound-count.ts';
import { watchCall } from '../../../platform/language/watch-call.ts';
import type { Telemetry } from '../../../platform/telemetry/telemetry.ts';
import type { ToolResult } from '../../skills/toolset.ts';
import { builtin } from '../schemas.ts';
import type { ModelStep } from './model-step.ts';

/** Traces one call of an agent's language model. */
export function watchModelCall(
  telemetry: Telemetry,
  { provider, model }: Asked,
  { temperature, topP, maxOutputTokens, seed }: LanguageModelV4CallOptions,
  call: () => Promise<ModelStep>,
): Promise<ModelStep> {
  const attributes = {
    'gen_ai.request.temperature': temperature,
    'gen_ai.request.top_p': topP,
    'gen_ai.request.max_tokens': maxOutputTokens,
    'gen_ai.request.seed': seed,
  };
  // The builtin answerer is no language model: it has a name of its own in traces.
  const isBuiltin = provider === builtin;
  const name = isBuiltin ? { provider: 'sibyl', model: builtin } : { provider, model };
  const callSoundly = async () => {
    const step = await call();
    return isBuiltin ? step : { ...step, usage: soundUsage(step) };
  };
  return watchCall(
    telemetry,
    { operation: 'chat', ...name, attributes },
    callSoundly,
    ({ usage, finishReason, firstMs }) => ({
      inputTokens: usage.inputTokens.total,
      outputTokens: usage.outputTokens.total,
      cachedTokens: usage.inputTokens.cacheRead,
      firstMs,
      finishReason: finishReason.unified,
    }),
  );
}

/** No call costs more. */
const mostCost = 100_000;

/**
 * Leaves out of the figures that a provider tells what cannot be: sums of it would be wrong for ever. Packages tell 0 for
 * what is missing, but no call reads nothing, and what says something has written it.
 */
function soundUsage({ usage, content }: ModelStep): LanguageModelV4Usage {
  const { inputTokens, outputTokens, raw } = usage;
  const read = inputTokens.total || undefined;
  const written = outputTokens.total || (content.length > 0 ? undefined : 0);
  const { cost: told, ...others } = raw ?? {};
  const cost = typeof told === 'string' && told.trim() !== '' ? Number(told) : told;
  const isCost = typeof cost === 'number' && cost >= 0 && cost <= mostCost;
  return {
    inputTokens: { ...inputTokens, total: soundCount(read), cacheRead: soundCount(inputTokens.cacheRead) },
    outputTokens: { ...outputTokens, total: soundCount(written) },
    raw: isCost ? { ...others, cost } : others,
  };
}

/** Traces one tool call by its name, never by its input. */
export async function watchTool(
  { tracing, metrics }: Telemetry,
  { id, name, skillType }: { id: string; name: string; skillType: string },
  call: () => Promise<ToolResult>,
): Promise<ToolResult> {
  const attributes = {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': name,
    'gen_ai.tool.type': 'function',
    'gen_ai.tool.call.id': id.slice(0, 100),
    'sibyl.skill.type': skillType,
  };
  try {
    const result = await tracing.within(`execute_tool ${name}`, { attributes }, call);
    metrics.tools.inc({ skill_type: skillType, outcome: 'ok' });
    return result;
  } catch (error) {
    metrics.tools.inc({ skill_type: skillType, outcome: 'failed' });
    throw error;
  }
}
