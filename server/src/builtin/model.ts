import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Text,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import { publicRule } from '../platform/language/public-rule.ts';
import { readConversation } from './conversation.ts';
import { addFoundValues } from './find-values.ts';
import type { Grounding } from './grounding.ts';
import type { Plan } from './plan-kinds.ts';
import { type Planner, planHere } from './planner.ts';
import { callsOf, respond } from './respond.ts';
import { forStrangers, type Surroundings, tablesOf } from './surroundings.ts';

const noTokens: LanguageModelV4Usage = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};

interface Read {
  surroundings: Surroundings;
  plan: Plan;
}

/**
 * Answers instead of a language model: it interprets questions against what the skills' tools can tell, calls
 * them, and phrases the answer. It needs no key and no network; the same conversation gives the same answer.
 */
export function createBuiltinModel(
  groundings: readonly Grounding[],
  { planner = planHere, clock = () => new Date() }: { planner?: Planner; clock?: () => Date } = {},
): LanguageModelV4 {
  async function generate(options: LanguageModelV4CallOptions): Promise<LanguageModelV4Content[]> {
    const { prompt, tools, toolChoice, abortSignal } = options;
    abortSignal?.throwIfAborted();
    const conversation = readConversation(prompt);
    const mayCall = toolChoice?.type !== 'none' && (tools ?? []).length > 0;
    const isPublic = prompt.some(({ role, content }) => role === 'system' && content.includes(publicRule));
    const { surroundings, plan } = await readQuestions(conversation.questions, isPublic, abortSignal);
    // Who asks for a call alone reads no refusal, and its examples take long.
    if (toolChoice?.type === 'required') return callsOf(plan);
    const hint = (words: readonly string[]) => planner.hint({ words, ...surroundings }, abortSignal);
    return respond(conversation, plan, surroundings, { mayCall, hint });
  }

  let lastRead: { key: string; read: Promise<Read> } | undefined;

  /** Computed once for all steps of an answer. */
  function readQuestions(
    questions: readonly string[],
    isPublic: boolean,
    signal: AbortSignal | undefined,
  ): Promise<Read> {
    const key = JSON.stringify([isPublic, ...questions]);
    if (lastRead?.key !== key) lastRead = { key, read: plan(questions, isPublic, signal) };
    return lastRead.read;
  }

  async function plan(questions: readonly string[], isPublic: boolean, signal: AbortSignal | undefined): Promise<Read> {
    const surroundings = { groundings: isPublic ? groundings.map(forStrangers) : groundings, now: clock(), isPublic };
    const words = await planner.findWords({ questions, tables: tablesOf(surroundings) }, signal);
    const found = { ...surroundings, groundings: await addFoundValues(surroundings.groundings, words) };
    return { surroundings, plan: await planner.plan({ questions, ...found }, signal) };
  }

  return {
    specificationVersion: 'v4',
    provider: 'builtin',
    modelId: 'builtin',
    supportedUrls: {},
    doGenerate: async (options) => {
      const content = await generate(options);
      return { content, finishReason: finishReasonOf(content), usage: noTokens, warnings: [] };
    },
    doStream: async (options) => ({ stream: ReadableStream.from(streamParts(await generate(options))) }),
  };
}

function finishReasonOf(content: readonly LanguageModelV4Content[]): LanguageModelV4FinishReason {
  const unified = content.some(({ type }) => type === 'tool-call') ? 'tool-calls' : 'stop';
  return { unified, raw: undefined };
}

function* streamParts(content: readonly LanguageModelV4Content[]): Generator<LanguageModelV4StreamPart> {
  yield { type: 'stream-start', warnings: [] };
  for (const [index, part] of content.entries()) {
    if (part.type === 'text') yield* streamText(part, `text-${index}`);
    if (part.type === 'tool-call') yield part;
  }
  yield { type: 'finish', usage: noTokens, finishReason: finishReasonOf(content) };
}

/** Line by line, so that tables and lists appear as they arrive. */
function* streamText(
  { text, providerMetadata }: LanguageModelV4Text,
  id: string,
): Generator<LanguageModelV4StreamPart> {
  yield { type: 'text-start', id, ...(providerMetadata ? { providerMetadata } : {}) };
  for (const delta of text.split(/(?<=\n)/)) yield { type: 'text-delta', id, delta };
  yield { type: 'text-end', id };
}
