import type { LanguageModelV4Content, LanguageModelV4ToolCall } from '@ai-sdk/provider';
import type { BoundStep } from './bound-step.ts';
import type { Toolbox } from './call-tools.ts';
import { readFencedQuery } from './fenced-query.ts';
import { placeQuery } from './misplaced-query.ts';
import { textOf } from './model-step.ts';
import type { Step } from './schemas.ts';
import type { StepToTake } from './take-step.ts';
import { readWritten } from './written-calls.ts';

export interface ReadStep {
  calls: LanguageModelV4ToolCall[];
  /** The text of the answer stands for JSON in which it was written. */
  content: LanguageModelV4Content[];
  /** Whether the call was written as text. */
  isWritten: boolean;
  /** Whether SQL in a fence stands for a call. */
  isFenced?: boolean;
}

interface Reading {
  toolbox: Toolbox;
  steps: readonly Step[];
  step: StepToTake;
  draft: LanguageModelV4ToolCall | undefined;
}

/** Reads the calls of a step: as its provider reports them, or as the language model wrote them. */
export function readStep(modelStep: BoundStep, { toolbox, steps, step, draft }: Reading): ReadStep {
  const content = modelStep.content.map((part) => (part.type === 'tool-call' ? placeQuery(part, toolbox) : part));
  const made = content.filter((part) => part.type === 'tool-call');
  const isWritten = step.written !== undefined;
  if (made.length > 0 && !isWritten) return { calls: step.mustAnswer ? [] : made, content, isWritten: false };
  const written = readWritten(textOf(content), { toolbox, number: steps.length, draft: isWritten ? draft : undefined });
  if (isWritten && written && 'answer' in written)
    return { calls: [], content: [{ type: 'text', text: written.answer }], isWritten: false };
  if (step.mustAnswer) return { calls: [], content, isWritten: false };
  if (written && 'call' in written) return { calls: [placeQuery(written.call, toolbox)], content, isWritten: true };
  const calls = readFencedQuery(modelStep, toolbox, steps);
  return { calls, content, isWritten: false, isFenced: calls.length > 0 };
}
