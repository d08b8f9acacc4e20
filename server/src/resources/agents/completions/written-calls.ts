import type { LanguageModelV4Message, LanguageModelV4ToolCall } from '@ai-sdk/provider';
import type { Toolbox, ToolOutcome } from './call-tools.ts';

/**
 * Calls that a language model writes as JSON, because it or its server knows no calls of tools: llama.cpp passes over
 * tools, also required ones, where the model's template has no place for them.
 */

/** What a step may be that is written as JSON. */
export interface Writing {
  mayCall: boolean;
  mayAnswer: boolean;
  /** A call that is made by its name alone: small models cannot copy SQL into JSON. */
  draft?: LanguageModelV4ToolCall | undefined;
}

const draftName = 'draft';

/** The JSON that a step may be: a call, the draft, or an answer. */
export function schemaOfStep(toolbox: Toolbox, { mayCall, mayAnswer, draft }: Writing): Record<string, unknown> {
  const tools = mayCall ? [...toolbox.values()] : [];
  const calls = tools.map(({ tool: { name, parameters } }) =>
    objectOf({ tool: { type: 'string', enum: [name] }, input: parameters }),
  );
  const drafts = mayCall && draft ? [objectOf({ tool: { type: 'string', enum: [draftName] } })] : [];
  const answers = mayAnswer ? [objectOf({ answer: { type: 'string' } })] : [];
  const [only, ...others] = [...drafts, ...calls, ...answers];
  return others.length === 0 ? only : { anyOf: [only, ...others] };
}

function objectOf(properties: Record<string, unknown>): Record<string, unknown> {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

/** Tells in words what may be written. */
export function tellWriting(toolbox: Toolbox, { mayCall, mayAnswer, draft }: Writing): string {
  const tools = mayCall ? [...toolbox.values()] : [];
  const calls = tools.map(({ tool: { name, parameters } }) => {
    const inputs = Object.keys((parameters.properties as object | undefined) ?? {}).map((key) => `"${key}": …`);
    return `{"tool": "${name}", "input": {${inputs.join(', ')}}}`;
  });
  const drafts = mayCall && draft ? [`{"tool": "${draftName}"} to ask ${draft.toolName}: ${draft.input}`] : [];
  const answers = mayAnswer ? ['{"answer": "…"}, in a sentence, from the results'] : [];
  return ['Write one line of JSON and nothing else, one of:', ...drafts, ...calls, ...answers].join('\n');
}

export type WrittenStep = { call: LanguageModelV4ToolCall } | { answer: string } | undefined;

/** Reads what was written, strictly: one JSON object that names a tool of the agent or the draft, or an answer. */
export function readWritten(
  text: string,
  { toolbox, number, draft }: { toolbox: Toolbox; number: number; draft?: LanguageModelV4ToolCall | undefined },
): WrittenStep {
  const value = parseObject(text) ?? parseCut(text);
  if (value === undefined) return undefined;
  if (typeof value.answer === 'string' && Object.keys(value).length === 1) return { answer: value.answer };
  const toolName = value.tool ?? value.name ?? value.function;
  const input = value.input ?? value.arguments ?? value.parameters;
  if (toolName === draftName && draft) return { call: { ...draft, toolCallId: `draft_${number}` } };
  if (typeof toolName !== 'string' || !toolbox.has(toolName)) return undefined;
  const json = typeof input === 'string' ? input : JSON.stringify(input ?? {});
  return { call: { type: 'tool-call', toolCallId: `written_${number}`, toolName, input: json } };
}

const wrapped = /^(?:```(?:json)?\s*|<tool_call>\s*)?(\{[\s\S]*\})(?:\s*```|\s*<\/tool_call>)?$/;
const longest = 100_000;

function parseObject(text: string): Record<string, unknown> | undefined {
  if (text.length > longest) return undefined;
  const [, json] = wrapped.exec(text.trim()) ?? [];
  try {
    const value: unknown = json === undefined ? undefined : JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** An answer that its limit cut is worth what there is of it. */
function parseCut(text: string): Record<string, unknown> | undefined {
  return /^\s*\{\s*"answer"\s*:\s*"[^"]{3,}$/.test(text)
    ? parseObject(`${text.trim().replace(/\\$/, '')}"}`)
    : undefined;
}

/** Whether a text is JSON or a mark that was meant for the service: nobody should see it as an answer. */
export function isBrokenCall(text: string): boolean {
  const begins = /^\s*(?:```(?:json)?\s*)?(?:[{[]\s*["{]|<\/?tool)/.test(text);
  return begins || /<\/?tool[-_](?:data|call)|:\s{0,3}\[\s{0,3}\{/.test(text);
}

/** Tells a written call and its result in words, as the next step's prompt has it. */
export function tellResult(
  { toolName, input }: LanguageModelV4ToolCall,
  { part }: Pick<ToolOutcome, 'part'>,
  question: string,
): LanguageModelV4Message[] {
  const { output } = part;
  const result = output.type === 'text' || output.type === 'error-text' ? output.value : JSON.stringify(output);
  const told = `The result of ${toolName}:\n${result}\n\nThe question was: ${question}`;
  return [
    { role: 'assistant', content: [{ type: 'text', text: `{"tool": "${toolName}", "input": ${input}}` }] },
    { role: 'user', content: [{ type: 'text', text: told }] },
  ];
}
