import type { LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { FunctionCall, HistoryItem } from './library.ts';

type Part = Exclude<LanguageModelV4Message['content'], string>[number];

/** Marks where in the instructions the request of a single step begins. */
export function requestOfStep(from: number) {
  return { llama_cpp: { request_from: from } };
}

/**
 * Converts a prompt: calls hold their results, and what the same side says in a row is one item. The request of a step
 * comes last: what stands before it was read for the step before.
 */
export function chatHistoryOf(prompt: LanguageModelV4Prompt): HistoryItem[] {
  const system = prompt.filter((message) => message.role === 'system').map(instructionsOf);
  const instructions = system.map(({ lasting }) => lasting).filter((text) => text !== '');
  const request = system.map(({ ofStep }) => ofStep).filter((text) => text !== '');
  const calls = new Map<string, FunctionCall>();
  const items: HistoryItem[] = instructions.length > 0 ? [{ type: 'system', text: instructions.join('\n\n') }] : [];
  for (const message of prompt) {
    if (message.role === 'system') continue;
    if (message.role === 'user') addUser(items, message.content.map(textOf).join('\n'));
    else if (message.role === 'assistant')
      addModel(
        items,
        message.content.flatMap((part) => responseOf(part, calls)),
      );
    else for (const part of message.content) takeResult(part, calls);
  }
  return request.length > 0 ? [...items, { type: 'system', text: request.join('\n\n') }] : items;
}

function instructionsOf({ content, providerOptions }: LanguageModelV4Message & { role: 'system' }) {
  const from = Number(providerOptions?.llama_cpp?.request_from ?? content.length);
  return { lasting: content.slice(0, from), ofStep: content.slice(from).trim() };
}

function addUser(items: HistoryItem[], text: string): void {
  const last = items.at(-1);
  if (last?.type === 'user') last.text += `\n\n${text}`;
  else items.push({ type: 'user', text });
}

function addModel(items: HistoryItem[], response: (string | FunctionCall)[]): void {
  const last = items.at(-1);
  if (last?.type === 'model') last.response.push(...response);
  else items.push({ type: 'model', response });
}

function responseOf(part: Part, calls: Map<string, FunctionCall>): (string | FunctionCall)[] {
  if (part.type === 'text') return [part.text];
  if (part.type !== 'tool-call') return []; // what it thought is not told again
  const call: FunctionCall = { type: 'functionCall', name: part.toolName, params: part.input, result: 'no result' };
  calls.set(part.toolCallId, call);
  return [call];
}

function takeResult(part: Part, calls: ReadonlyMap<string, FunctionCall>): void {
  if (part.type !== 'tool-result') return;
  const call = calls.get(part.toolCallId);
  if (call) call.result = 'value' in part.output ? part.output.value : 'refused';
}

function textOf(part: Part): string {
  return part.type === 'text' ? part.text : '';
}
