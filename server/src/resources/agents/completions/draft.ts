import type { LanguageModelV4ToolCall } from '@ai-sdk/provider';
import { ServiceError } from '../../../errors.ts';
import type { Assignment } from './tool-loop.ts';

/** A longer one would fill a small context. */
const longest = 4000;

/**
 * Returns the call by which the builtin answerer would answer, without making it; undefined where it reads the question
 * in no way, or cannot just now.
 */
export async function draftOf(builtin: Assignment): Promise<LanguageModelV4ToolCall | undefined> {
  using budget = builtin.budget;
  const tools = [...builtin.toolbox.values()].map(({ tool: { name, parameters } }) => {
    return { type: 'function' as const, name, inputSchema: parameters };
  });
  const { prompt } = builtin;
  const toolChoice = { type: 'required' } as const;
  try {
    const { content } = await builtin.model.doGenerate({ prompt, tools, toolChoice, abortSignal: budget.signal });
    return content.find((part) => part.type === 'tool-call' && part.input.length <= longest) as
      | LanguageModelV4ToolCall
      | undefined;
  } catch (error) {
    // The language model answers without a draft, too
    if (budget.wasLeft || !(budget.isUp || error instanceof ServiceError)) throw error;
    return undefined;
  }
}
