import type { LanguageModelV4ToolCall } from '@ai-sdk/provider';
import type { Assignment } from './tool-loop.ts';

/** A longer one would fill a small context. */
const longest = 4000;

/**
 * Returns the call by which the builtin answerer would answer, without making it; undefined where it reads the question
 * in no way.
 */
export async function draftOf(builtin: Assignment): Promise<LanguageModelV4ToolCall | undefined> {
  using budget = builtin.budget;
  const tools = [...builtin.toolbox.values()].map(({ tool: { name, parameters } }) => {
    return { type: 'function' as const, name, inputSchema: parameters };
  });
  const { content } = await builtin.model.doGenerate({ prompt: builtin.prompt, tools, abortSignal: budget.signal });
  return content.find((part) => part.type === 'tool-call' && part.input.length <= longest) as
    | LanguageModelV4ToolCall
    | undefined;
}
