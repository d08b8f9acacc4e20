import type { LanguageModelV4Content, LanguageModelV4Message } from '@ai-sdk/provider';
import { readInput } from './call-tools.ts';

type AssistantPart = Extract<LanguageModelV4Message, { role: 'assistant' }>['content'][number];

/** Converts a step of the language model into the message that precedes the results of its calls in the next prompt. */
export function repeatModelStep(content: LanguageModelV4Content[]): LanguageModelV4Message {
  return { role: 'assistant', content: content.flatMap(partsOf) };
}

/** Keeps signatures of reasoning and calls unchanged: some providers refuse to continue without them. */
function partsOf(part: LanguageModelV4Content): AssistantPart[] {
  const providerOptions = 'providerMetadata' in part ? part.providerMetadata : undefined;
  if (part.type === 'text' || part.type === 'reasoning')
    return part.text === '' ? [] : [{ type: part.type, text: part.text, providerOptions }];
  if (part.type !== 'tool-call') return [];
  const { value, fault } = readInput(part.input);
  const { toolCallId, toolName } = part;
  return [{ type: 'tool-call', toolCallId, toolName, input: fault ? {} : value, providerOptions }];
}
