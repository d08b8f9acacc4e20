import type { LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { FunctionCall, HistoryItem } from './library.ts';

type Part = Exclude<LanguageModelV4Message['content'], string>[number];

/** Converts a prompt: calls hold their results, and what the same side says in a row is one item. */
export function chatHistoryOf(prompt: LanguageModelV4Prompt): HistoryItem[] {
  const instructions = prompt.flatMap(({ role, content }) => (role === 'system' ? [content] : []));
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
  return items;
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
