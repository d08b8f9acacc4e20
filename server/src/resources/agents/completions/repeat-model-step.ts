import type { LanguageModelV4Content, LanguageModelV4Message } from '@ai-sdk/provider';
import { readInput } from './call-tools.ts';

type SpokenPart = Extract<LanguageModelV4Message, { role: 'assistant' }>['content'][number];

/** What the language model said, for it to read again before the results of its calls. */
export function repeatModelStep(content: LanguageModelV4Content[]): LanguageModelV4Message {
  return { role: 'assistant', content: content.flatMap(partsOf) };
}

/** Signatures of thoughts and calls go back as they came: some providers refuse to go on without. */
function partsOf(part: LanguageModelV4Content): SpokenPart[] {
  const providerOptions = 'providerMetadata' in part ? part.providerMetadata : undefined;
  if (part.type === 'text' || part.type === 'reasoning')
    return part.text === '' ? [] : [{ type: part.type, text: part.text, providerOptions }];
  if (part.type !== 'tool-call') return [];
  const { value, isJson } = readInput(part.input);
  const { toolCallId, toolName } = part;
  return [{ type: 'tool-call', toolCallId, toolName, input: isJson ? value : {}, providerOptions }];
}
