import type { LanguageModelV4Content, LanguageModelV4ToolCall } from '@ai-sdk/provider';
import { type ModelStep, mostCharacters } from './model-step.ts';

/** Providers give calls names and IDs of up to 64 characters. */
const longestName = 200;

/** A step of bounded size. */
export interface BoundStep extends ModelStep {
  /** Number of calls beyond the limit. The first of them is kept, to be refused; the others are left out. */
  beyond: number;
}

/** Bounds what a provider answered, which is a stranger: its texts, and the calls beyond `mostCalls`. */
export function boundStep(step: ModelStep, mostCalls: number): BoundStep {
  const calls = step.content.filter(isCall);
  const dropped = new Set<LanguageModelV4Content>(calls.slice(mostCalls + 1));
  let left = mostCharacters;
  let isCut = false;
  const content = step.content.flatMap((part): LanguageModelV4Content[] => {
    if (dropped.has(part)) return [];
    if (isCall(part)) return [shortenNames(part)];
    if (part.type !== 'text' && part.type !== 'reasoning') return [part];
    const text = part.text.slice(0, left);
    isCut ||= part.text.length > text.length;
    left -= text.length;
    return [{ ...part, text }];
  });
  const finishReason = isCut ? { ...step.finishReason, unified: 'length' as const } : step.finishReason;
  return { ...step, content, finishReason, beyond: Math.max(0, calls.length - mostCalls) };
}

function isCall(part: LanguageModelV4Content): part is LanguageModelV4ToolCall {
  return part.type === 'tool-call';
}

function shortenNames({ toolCallId, toolName, ...call }: LanguageModelV4ToolCall): LanguageModelV4ToolCall {
  return { ...call, toolCallId: toolCallId.slice(0, longestName), toolName: toolName.slice(0, longestName) };
}
