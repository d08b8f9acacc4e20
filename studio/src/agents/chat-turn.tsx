import { Alert, Loader, Stack, Text } from '@mantine/core';
import type { Agent } from '@sibyl/sdk';
import { TriangleAlert } from 'lucide-react';
import { Chart } from '../shared/chart.tsx';
import { Markdown } from '../shared/markdown.tsx';
import { ProblemNote } from '../shared/problem.tsx';
import { words } from '../words/agents.ts';
import { AnswerCostNote } from './answer-cost.tsx';
import { Sources } from './sources.tsx';
import { Alternatives, KeepAnswer, Teach } from './teach.tsx';
import { ToolCallView } from './tool-call.tsx';
import type { Origin, Turn } from './use-chat.ts';
import { warningOf } from './warning-of.ts';

/** A question, the steps of its answer, and the answer. */
export function ChatTurn({ turn, asking }: { turn: Turn; asking?: Asking | undefined }) {
  const { question, text, calls, citations, chart, answered, origin, cost, isRunning, error } = turn;
  return (
    <>
      <div className="question" dir="auto">
        {question}
      </div>
      <Stack gap="xs" aria-live="polite" aria-busy={isRunning}>
        {calls.map((call) => (
          <ToolCallView key={call.id} call={call} />
        ))}
        {text && <Markdown text={text} />}
        {chart && <Chart spec={chart} label={text.slice(0, 200)} />}
        {!answered && origin?.by !== 'builtin' && <Text c="dimmed">{words.notAnswered}</Text>}
        {origin && <OriginNote origin={origin} hasLookedUp={calls.length > 0} />}
        {cost && <AnswerCostNote cost={cost} />}
        {citations.length > 0 && <Sources citations={citations} />}
        {asking && !isRunning && <Further turn={turn} {...asking} />}
        {isRunning && <Loader size="xs" type="dots" aria-label={words.thinking} />}
        {error !== undefined && <ProblemNote error={error} />}
        {!isRunning && !text && error === undefined && <Alert color="gray">{words.stopped}</Alert>}
      </Stack>
    </>
  );
}

/** The agent that is asked, where questions can go on. */
interface Asking {
  agent: Agent;
  onAsk: (question: string, corrects?: string) => void;
}

/** What else may have been meant, and what can be taught. */
function Further({ turn, agent, onAsk }: Asking & { turn: Turn }) {
  return (
    <>
      {turn.alternatives.length > 0 && <Alternatives turn={turn} onAsk={onAsk} />}
      {turn.wouldHelp && <Teach agent={agent} help={turn.wouldHelp} onTaught={() => onAsk(turn.question)} />}
      <KeepAnswer agent={agent} turn={turn} />
    </>
  );
}

/** Warns of an answer that does not rest on what was looked up, and says when the built-in reader gave it. */
function OriginNote({ origin, hasLookedUp }: { origin: Origin; hasLookedUp: boolean }) {
  const { by, grounded, figures } = origin;
  return (
    <>
      {grounded === false && (
        <Alert color="yellow" icon={<TriangleAlert size={18} />}>
          {warningOf({ figures, hasLookedUp })}
        </Alert>
      )}
      {by === 'builtin' && (
        <Text c="dimmed" size="sm">
          {words.byRules}
        </Text>
      )}
    </>
  );
}
