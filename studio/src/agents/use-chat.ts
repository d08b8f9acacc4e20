import { type Agent, type Completion, SibylError } from '@sibyl/sdk';
import { useEffect, useRef, useState } from 'react';
import { sibyl } from '../shared/client.ts';
import { forget } from '../shared/query-client.ts';
import { type AnswerCost, costOf } from './answer-cost.tsx';

export interface ToolCall {
  id: string;
  name: string;
  input: unknown;
  output?: unknown;
  milliseconds?: number;
  error?: { code: string; detail: string } | undefined;
}

export interface Origin {
  by: string | undefined;
  grounded: boolean | undefined;
  figures: string[];
}

export interface Turn {
  id: string;
  question: string;
  text: string;
  calls: ToolCall[];
  citations: Completion['message']['citations'];
  chart?: object | undefined;
  answered: boolean;
  alternatives: NonNullable<Message['alternatives']>;
  wouldHelp?: Message['would_help'];
  /** The question that this one was meant by. */
  corrects?: string | undefined;
  /** Who answered, and whether it was looked up; `figures` are those that stand in no result. */
  origin?: Origin | undefined;
  cost?: AnswerCost | undefined;
  isRunning: boolean;
  error?: unknown;
}

type Message = Completion['message'] & { chart?: object };

/** A conversation with an agent, updated while it answers. */
export function useChat(
  { project, name }: Pick<Agent, 'project' | 'name'>,
  conversation?: string,
  onConversation?: (id: string) => void,
) {
  const [turns, setTurns] = useState<Turn[]>([]);
  const id = useRef(conversation);
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const change = (edit: (turn: Turn) => Turn) =>
    setTurns((old) => old.map((turn, index) => (index === old.length - 1 ? edit(turn) : turn)));
  const ask = async (question: string, corrects?: string) => {
    stop.current = new AbortController();
    setTurns((old) => [...old, newTurn(String(old.length), question, corrects)]);
    const settings = { ...(id.current ? { conversation_id: id.current } : {}), signal: stop.current.signal };
    try {
      for await (const event of sibyl.project(project).agent(name).stream(question, settings)) {
        if (event.type === 'start') id.current = event.conversation_id;
        else if (event.type === 'token') change((turn) => ({ ...turn, text: turn.text + event.text }));
        else if (event.type === 'tool_call') change((turn) => ({ ...turn, calls: [...turn.calls, event] }));
        else if (event.type === 'tool_result')
          change((turn) => ({
            ...turn,
            calls: turn.calls.map((call) => (call.id === event.id ? { ...call, ...event } : call)),
          }));
        else
          change((turn) => ({ ...withMessage(turn, event.message), cost: costOf(event.message.steps, event.usage) }));
      }
    } catch (error) {
      if (SibylError.is(error, 'conversation_not_found')) id.current = undefined;
      change((turn) => (stop.current?.signal.aborted ? turn : { ...turn, error }));
    } finally {
      change((turn) => ({ ...turn, isRunning: false }));
      forget('listConversations', 'getConversation');
      if (id.current) onConversation?.(id.current);
    }
  };
  const clear = () => {
    id.current = undefined;
    setTurns([]);
  };
  return { turns, ask, clear, cancel: () => stop.current?.abort() };
}

function newTurn(id: string, question: string, corrects: string | undefined): Turn {
  const nothing = { text: '', calls: [], citations: [], alternatives: [] };
  return { id, question, corrects, ...nothing, answered: true, isRunning: true };
}

function withMessage(turn: Turn, message: Message): Turn {
  return {
    ...turn,
    text: message.content,
    citations: message.citations,
    chart: message.chart,
    answered: message.answered !== false,
    alternatives: message.alternatives ?? [],
    wouldHelp: message.would_help,
    origin: originOf(message),
  };
}

type Told = Pick<Completion['message'], 'answered_by' | 'grounded' | 'unfounded_figures'>;

export function originOf({ answered_by: by, grounded, unfounded_figures = [] }: Told): Origin {
  return { by, grounded, figures: unfounded_figures.map(({ text }) => text) };
}
