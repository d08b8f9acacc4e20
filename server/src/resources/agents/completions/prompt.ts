import type { LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { Toolset } from '../../skills/toolset.ts';
import type { AgentSettings } from '../settings.ts';
import { dataRule } from './tool-data.ts';

/** A message as conversations keep it. */
export interface PlainMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/** Of a long conversation only the end is shown to the language model. */
const mostMessages = 100;
const mostCharacters = 400_000;

export interface PromptParts {
  settings: Pick<AgentSettings, 'prompt_template'>;
  language: string | undefined;
  toolsets: Toolset[];
  /** Names of skills that could not be opened. */
  missing: string[];
  /** The conversation, the question last. */
  said: PlainMessage[];
}

/** What the language model is told before its first step: instructions, skills, then the conversation. */
export function buildPrompt(parts: PromptParts): LanguageModelV4Prompt {
  const { settings, said } = parts;
  const question = said.at(-1)?.content ?? '';
  const given = said.filter(({ role }) => role === 'system').map(({ content }) => content);
  const sections = [
    settings.prompt_template.replaceAll(/\{\{\s*question\s*\}\}/g, () => question),
    ...given,
    ...describeSkills(parts),
    parts.language === undefined ? '' : `Answer in ${parts.language}.`,
    `Today is ${new Date().toISOString().slice(0, 10)}.`,
  ];
  const system = sections.filter((section) => section.trim() !== '').join('\n\n');
  return [{ role: 'system', content: system }, ...recentOf(said).map(messageOf)];
}

function describeSkills({ toolsets, missing }: PromptParts): string[] {
  const skills = toolsets.map(({ skill, instructions }) => `## Skill ${skill}\n${instructions}`);
  const without = missing.length > 0 ? [`Not available now: ${missing.join(', ')}. Say so where it matters.`] : [];
  return toolsets.length === 0 ? without : [dataRule, ...skills, ...without];
}

/** The end of the conversation that fits, from a question on. */
function recentOf(said: PlainMessage[]): PlainMessage[] {
  const turns = said.filter(({ role, content }) => role !== 'system' && content.trim() !== '');
  let characters = 0;
  const first = turns.findLastIndex(({ content }, index) => {
    characters += content.length;
    return characters > mostCharacters || turns.length - index > mostMessages;
  });
  const recent = turns.slice(first + 1 < turns.length ? first + 1 : -1);
  return recent.slice(
    Math.max(
      0,
      recent.findIndex(({ role }) => role === 'user'),
    ),
  );
}

function messageOf({ role, content }: PlainMessage): LanguageModelV4Message {
  const text = [{ type: 'text' as const, text: content }];
  return role === 'assistant' ? { role, content: text } : { role: 'user', content: text };
}
