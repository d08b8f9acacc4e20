import type { LanguageModelV4CallOptions, LanguageModelV4FunctionTool, LanguageModelV4Prompt } from '@ai-sdk/provider';
import { builtin } from '../schemas.ts';
import type { CallSetting } from './call-setting.ts';
import type { AnswerForm } from './response-format.ts';
import { schemaOfStep, type Writing } from './written-calls.ts';

/** Maximum tokens of an answer and of a call of a tool, where the agent names none. */
const usualAnswerTokens = 1024;
const usualCallTokens = 512;
/** Reasoning counts as output, too. */
const usualReasoningTokens = 8192;

export interface CallRequest {
  prompt: LanguageModelV4Prompt;
  /** The language model may call no tool. */
  mustAnswer: boolean;
  /** The language model must call a tool. */
  mustCall: boolean;
  /** Calls are to be written as JSON, constrained by a schema where the provider can. */
  written: (Writing & { isConstrained: boolean }) | undefined;
}

/** Returns the options of one call. A limit of output is sent to every provider: small models say the same for ever. */
export function optionsOf(
  { toolbox, params, budget, form, asked }: CallSetting,
  { prompt, mustAnswer, mustCall, written }: CallRequest,
): LanguageModelV4CallOptions {
  const tools = written ? [] : [...toolbox.values()].map(({ tool }) => describeTool(tool));
  // Google accepts either tools or a response format, so only the last step, which has no tools, sets it
  const asksForm = form !== undefined && !mustCall && !written && (asked.provider !== 'google' || tools.length === 0);
  const choice = mustAnswer ? 'none' : mustCall ? 'required' : 'auto';
  const isReasoning = params.reasoning !== undefined && params.reasoning !== 'none';
  const isCall = mustCall || written?.mayAnswer === false;
  const usual = isReasoning ? usualReasoningTokens : isCall ? usualCallTokens : usualAnswerTokens;
  return {
    prompt,
    ...(asksForm ? { responseFormat: form.asked } : {}),
    ...(written?.isConstrained ? { responseFormat: formOf(toolbox, written) } : {}),
    abortSignal: budget.signal,
    ...(tools.length > 0 ? { tools, toolChoice: { type: choice } } : {}),
    // Small models write better calls when nothing is left to chance
    temperature: params.temperature ?? (written ? 0 : undefined),
    topP: params.top_p,
    ...(asked.provider === builtin ? {} : { maxOutputTokens: params.max_output_tokens ?? usual }),
    seed: params.seed,
    stopSequences: params.stop,
    reasoning: params.reasoning,
  };
}

function formOf(toolbox: CallSetting['toolbox'], writing: Writing) {
  return { type: 'json', name: 'step', schema: schemaOfStep(toolbox, writing) } satisfies AnswerForm['asked'];
}

function describeTool({ name, description, parameters }: { name: string; description: string; parameters: object }) {
  return { type: 'function', name, description, inputSchema: parameters } satisfies LanguageModelV4FunctionTool;
}
