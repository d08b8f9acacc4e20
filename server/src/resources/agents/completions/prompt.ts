import type { LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider';
import { estimateTokens } from '../../../platform/language/estimate-tokens.ts';
import type { Toolset } from '../../skills/toolset.ts';
import type { AgentSettings } from '../settings.ts';
import type { PastCall } from './past-calls.ts';
import { dataRule, markAsData } from './tool-data.ts';

/** A message as conversations store it. */
export interface PlainMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
  /** For an answer: the tool calls behind it. */
  calls?: readonly PastCall[];
}

/** Maximum messages of a conversation in the prompt: its last ones. */
const mostMessages = 100;
const usualInputTokens = 60_000;
/** Minimum tokens for the conversation, however long the instructions are. */
const leastHistoryTokens = 500;
const shareWhenShort = 0.2;

export interface PromptParts {
  settings: Pick<AgentSettings, 'prompt_template'>;
  language: string | undefined;
  toolsets: Toolset[];
  /** False for the built-in language model, which knows the skills otherwise. */
  readsSkills: boolean;
  /** Names of skills that failed to open. */
  missing: string[];
  /** The conversation; the last message is the question. */
  messages: PlainMessage[];
  /** Approximate maximum tokens of the prompt. */
  maxInputTokens?: number | undefined;
  /** Required format of the answer, in words. */
  form?: string | undefined;
}

/**
 * Builds the prompt of the first step: instructions, skills, and as much of the end of the conversation as fits.
 * `isShort` is for a model with a small context.
 */
export function buildPrompt(parts: PromptParts, isShort = false): LanguageModelV4Prompt {
  const most = (parts.maxInputTokens ?? usualInputTokens) * (isShort ? shareWhenShort : 1);
  const whole = instruct(parts, isShort);
  const system = estimateTokens(whole) > most / 2 ? instruct(parts, true) : whole;
  const tools = new Set(parts.toolsets.flatMap((toolset) => toolset.tools.map(({ name }) => name)));
  const turns = parts.messages.filter(({ role, content }) => role !== 'system' && content.trim() !== '');
  const asPrompt = turns.map((message, index) => messagesOf(message, index, tools));
  const recent = recentOf(turns, asPrompt, Math.max(leastHistoryTokens, most - estimateTokens(system)));
  return [{ role: 'system', content: system, providerOptions: keptByProvider }, ...recent];
}

/** Anthropic caches a prompt up to this mark; other providers ignore it. */
const keptByProvider = { anthropic: { cacheControl: { type: 'ephemeral' } } };

function instruct(parts: PromptParts, isShort: boolean): string {
  const { settings, messages, language, form = '' } = parts;
  const question = messages.at(-1)?.content ?? '';
  const given = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
  const sections = [
    settings.prompt_template.replaceAll(/\{\{\s*question\s*\}\}/g, () => question),
    ...given,
    ...describeSkills(parts, isShort),
    language === undefined ? '' : `Answer in ${language}.`,
    form,
    `Today is ${new Date().toISOString().slice(0, 10)}.`,
  ];
  return sections.filter((section) => section.trim() !== '').join('\n\n');
}

function describeSkills({ toolsets, readsSkills, missing }: PromptParts, isShort: boolean): string[] {
  if (!readsSkills) return [];
  const length = isShort ? 'short' : 'whole';
  const skills = toolsets.map((toolset) => `## Skill ${toolset.skill}\n${toolset.instruct(length)}`);
  const without = missing.length > 0 ? [`Not available now: ${missing.join(', ')}. Say so where it matters.`] : [];
  return toolsets.length === 0 ? without : [dataRule, ...skills, ...without];
}

/** Returns the end of the conversation that fits, starting at a question; always includes the last question. */
function recentOf(turns: PlainMessage[], messages: LanguageModelV4Message[][], most: number): LanguageModelV4Message[] {
  let tokens = 0;
  const first = messages.findLastIndex((group, index) => {
    tokens += estimateTokens(JSON.stringify(group));
    return index < turns.length - 1 && (tokens > most || turns.length - index > mostMessages);
  });
  const question = turns.findIndex(({ role }, index) => index > first && role === 'user');
  return messages.slice(Math.max(question, 0)).flat();
}

function messagesOf(message: PlainMessage, index: number, tools: ReadonlySet<string>): LanguageModelV4Message[] {
  const { role, content, calls = [] } = message;
  const text = [{ type: 'text' as const, text: content }];
  if (role !== 'assistant') return [{ role: 'user', content: text }];
  const known = calls.filter(({ tool }) => tools.has(tool));
  if (known.length === 0) return [{ role, content: text }];
  const parts = known.map(({ tool: toolName, input, output }, place) => {
    const of = { toolCallId: `past_${index}_${place}`, toolName };
    return {
      call: { type: 'tool-call' as const, ...of, input },
      result: { type: 'tool-result' as const, ...of, output: markAsData(output) },
    };
  });
  return [
    { role, content: parts.map(({ call }) => call) },
    { role: 'tool', content: parts.map(({ result }) => result) },
    { role, content: text },
  ];
}
