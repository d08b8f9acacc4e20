import type { Agent, Result } from '@sibyl/sdk';
import { useQuery } from '@tanstack/react-query';
import { sibyl } from '../shared/client.ts';
import { Loaded } from '../shared/loaded.tsx';
import { costOf } from './answer-cost.tsx';
import { ChatTurn } from './chat-turn.tsx';
import { originOf, type ToolCall, type Turn } from './use-chat.ts';

/** The earlier messages of a conversation that continues. */
export function PastTurns({ agent, conversation }: { agent: Agent; conversation: string }) {
  const path = { projectName: agent.project, agentName: agent.name, conversationId: conversation };
  // Read when the page opens; later messages are below.
  const past = useQuery({
    ...sibyl.query('getConversation', { path }),
    queryKey: ['past', conversation],
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Loaded query={past}>{(record) => turnsOf(record).map((turn) => <ChatTurn key={turn.id} turn={turn} />)}</Loaded>
  );
}

type Message = Result<'getConversation'>['messages'][number];

function turnsOf({ messages }: Result<'getConversation'>): Turn[] {
  return messages.flatMap((message, index) => {
    if (message.role !== 'user') return [];
    const answer = messages[index + 1]?.role === 'assistant' ? messages[index + 1] : undefined;
    return [
      {
        id: message.id,
        question: message.content,
        text: answer?.content ?? '',
        calls: callsOf(answer),
        citations: answer?.answer?.citations ?? [],
        chart: (answer as { chart?: object } | undefined)?.chart,
        answered: answer?.answer?.answered !== false,
        alternatives: answer?.answer?.alternatives ?? [],
        wouldHelp: answer?.answer?.would_help,
        origin: answer?.answer ? originOf(answer.answer) : undefined,
        cost: costOf(answer?.steps ?? [], answer?.answer?.usage),
        isRunning: false,
      },
    ];
  });
}

function callsOf(answer: Message | undefined): ToolCall[] {
  return (answer?.steps ?? []).flatMap((step) => (step.kind === 'tool' ? [step as ToolCall] : []));
}
