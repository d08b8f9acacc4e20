import type { LanguageModelV4ToolCall } from '@ai-sdk/provider';
import type { Toolbox } from './call-tools.ts';
import { type ModelStep, textOf } from './model-step.ts';
import type { Step } from './schemas.ts';

const opening = /```(?:sql|duckdb|postgres(?:ql)?)[^\S\n]*\n/i;

/**
 * Returns a call of the SQL tool for SQL that a language model wrote into its text instead. This is done only when
 * exactly one tool fits and no query was answered yet; later, SQL is part of the answer.
 */
export function readFencedQuery(
  spoken: ModelStep,
  toolbox: Toolbox,
  steps: readonly Step[],
): LanguageModelV4ToolCall[] {
  const [only, ...others] = [...toolbox.values()].filter(({ tool }) => tool.fence === 'sql');
  const sql = fencedIn(textOf(spoken.content));
  if (!only || others.length > 0 || !/^(?:select|with|from)\b/i.test(sql)) return [];
  const toolName = only.tool.name;
  if (steps.some((step) => step.kind === 'tool' && step.name === toolName && step.error === undefined)) return [];
  return [{ type: 'tool-call', toolCallId: `fence_${steps.length}`, toolName, input: JSON.stringify({ sql }) }];
}

/** Returns the SQL in the first fence; a fence that is never closed is none. */
function fencedIn(text: string): string {
  const found = opening.exec(text);
  if (!found) return '';
  const start = found.index + found[0].length;
  const end = text.indexOf('```', start);
  return end < 0 ? '' : text.slice(start, end).trim();
}
