import type { LanguageModelV4ToolCall } from '@ai-sdk/provider';
import type { ServiceError } from '../../../errors.ts';
import { readInput } from './call-tools.ts';
import { faultOf } from './events.ts';
import { type ModelStep, textOf } from './model-step.ts';
import type { LanguageModelStep, Usage } from './schemas.ts';
import { noUsage } from './usage.ts';

/** Makes the record of a language model call that began at `started` (ms since 1970) and ends now. */
export function stepOf(
  { content, finishReason, ended, firstMs }: ModelStep,
  { started, model, usage }: { started: number; model: string; usage: Usage },
): LanguageModelStep {
  const calls = content.filter((part): part is LanguageModelV4ToolCall => part.type === 'tool-call');
  return {
    kind: 'language_model',
    ...since(started),
    model,
    text: textOf(content),
    tool_calls: calls.map(({ toolCallId, toolName, input }) => ({
      id: toolCallId,
      name: toolName,
      input: readInput(input).value,
    })),
    finish_reason: ended ?? finishReason.unified,
    ...(firstMs === undefined ? {} : { first_token_ms: Math.round(firstMs) }),
    usage,
  };
}

/** Makes the record of a call that failed after `text`. */
export function failedStep(
  fault: ServiceError,
  { text, started, model }: { text: string; started: number; model: string },
): LanguageModelStep {
  return {
    kind: 'language_model',
    ...since(started),
    model,
    text,
    tool_calls: [],
    finish_reason: 'error',
    usage: noUsage,
    error: faultOf(fault),
  };
}

function since(started: number): { started_at: string; milliseconds: number } {
  return { started_at: new Date(started).toISOString(), milliseconds: Date.now() - started };
}
