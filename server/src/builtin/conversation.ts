import type { LanguageModelV4Message, LanguageModelV4Prompt, LanguageModelV4ToolResultOutput } from '@ai-sdk/provider';
import { longestText } from './words/tokens.ts';

/** The builtin answerer's view of a conversation. */
export interface Conversation {
  /** The user's last messages; the last one is the question. Of a text too long to be read it is the beginning. */
  questions: string[];
  /** Tool results since that question. */
  outcomes: ToolOutcome[];
}

export interface ToolOutcome {
  tool: string;
  failed: boolean;
  /** JSON; a sentence when it failed. */
  content: unknown;
}

/** Maximum questions that a plan is made from. */
export const mostQuestions = 20;

export function readConversation(prompt: LanguageModelV4Prompt): Conversation {
  const last = prompt.findLastIndex(({ role }) => role === 'user');
  const asked = prompt.filter((message) => message.role === 'user').slice(-mostQuestions);
  return {
    questions: asked.map((message) => textOf(message).slice(0, longestText + 1)),
    outcomes: prompt.slice(last + 1).flatMap(outcomesOf),
  };
}

function textOf(message: Extract<LanguageModelV4Message, { role: 'user' }>): string {
  return message.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}

function outcomesOf(message: LanguageModelV4Message): ToolOutcome[] {
  if (message.role !== 'tool') return [];
  return message.content.flatMap((part) =>
    part.type === 'tool-result' ? [{ tool: part.toolName, ...readOutput(part.output) }] : [],
  );
}

function readOutput(output: LanguageModelV4ToolResultOutput): Pick<ToolOutcome, 'failed' | 'content'> {
  if (output.type === 'execution-denied') return { failed: true, content: output.reason };
  if (output.type === 'content') {
    const texts = output.value.flatMap((part) => (part.type === 'text' ? [part.text] : []));
    return { failed: false, content: readJson(texts.join('')) };
  }
  const failed = output.type === 'error-text' || output.type === 'error-json';
  return { failed, content: output.type === 'text' ? readJson(output.value) : output.value };
}

/** Returns the JSON between the marks of data. */
function readJson(text: string): unknown {
  const json = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
  try {
    return JSON.parse(json);
  } catch {
    return text;
  }
}
