import { Text } from '@mantine/core';
import type { Completion } from '@sibyl/sdk';
import { figure, seconds } from '../shared/format.ts';
import { words } from '../words/agents.ts';

/** What language models took to give an answer. */
export interface AnswerCost {
  models: string[];
  usage: Completion['usage'];
  milliseconds: number;
  firstTokenMs?: number | undefined;
}

type Step = Completion['message']['steps'][number];

/** Adds up the steps of an answer; undefined where no language model was asked. */
export function costOf(steps: readonly Step[], usage: Completion['usage'] | undefined): AnswerCost | undefined {
  if (!usage || usage.total_tokens === null || steps.length === 0) return undefined;
  const asked = steps.filter((step) => step.kind === 'language_model' && step.usage.total_tokens !== null);
  const calls = asked as Extract<Step, { kind: 'language_model' }>[];
  const ends = steps.map(({ started_at, milliseconds }) => Date.parse(started_at) + milliseconds);
  return {
    models: [...new Set(calls.flatMap(({ model }) => model ?? []))],
    usage,
    milliseconds: Math.max(...ends) - Date.parse(steps[0].started_at),
    firstTokenMs: calls.find(({ first_token_ms }) => first_token_ms !== undefined)?.first_token_ms,
  };
}

/** The language model of an answer, its tokens, time and price, on one line; only the time where none was asked. */
export function AnswerCostNote({ cost }: { cost: AnswerCost }) {
  const { models, usage, milliseconds, firstTokenMs } = cost;
  const took = words.took(seconds(milliseconds / 1000));
  const parts =
    usage.total_tokens === 0
      ? [took]
      : [
          models.join(', '),
          words.tokensOf(usage.input_tokens, usage.output_tokens, usage.estimated === true),
          took,
          firstTokenMs === undefined ? '' : words.firstToken(seconds(firstTokenMs / 1000)),
          usage.cost === null ? '' : words.costs(figure(usage.cost)),
        ];
  return (
    <Text c="dimmed" size="xs">
      {parts.filter(Boolean).join(' · ')}
    </Text>
  );
}
