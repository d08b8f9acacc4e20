import type { LanguageModelV4ToolCall } from '@ai-sdk/provider';
import type { Toolbox } from './call-tools.ts';
import { type ModelStep, textOf } from './language-step.ts';
import type { Step } from './schemas.ts';

const fenced = /```(?:sql|duckdb|postgres(?:ql)?)\s*\n([\s\S]*?)```/i;

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
  const sql = fenced.exec(textOf(spoken.content))?.[1].trim() ?? '';
  if (!only || others.length > 0 || !/^(?:select|with|from)\b/i.test(sql)) return [];
  const toolName = only.tool.name;
  if (steps.some((step) => step.kind === 'tool' && step.name === toolName && step.error === undefined)) return [];
  return [{ type: 'tool-call', toolCallId: `fence_${steps.length}`, toolName, input: JSON.stringify({ sql }) }];
}
