import type { Caller } from '../../../caller.ts';
import { ServiceError } from '../../../errors.ts';
import { newId } from '../../../ids.ts';
import { encodeJson, type Json } from '../../../platform/db/json.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { type Transaction, transact } from '../../../platform/db/transact.ts';
import { isForeignKeyViolation } from '../../../platform/db/violations.ts';
import { pastCallsOf } from '../completions/past-calls.ts';
import type { PlainMessage } from '../completions/prompt.ts';
import type { Step } from '../completions/schemas.ts';
import type { AgentServices } from '../context.ts';
import type { AgentRow } from '../store.ts';
import { endOverdueTurn } from './lost-turns.ts';
import type { KeptAnswer } from './schemas.ts';
import { requireConversation } from './service.ts';
import {
  type ConversationRow,
  endTurn,
  insertConversation,
  insertMessages,
  insertSteps,
  type MessageRow,
  selectRemembered,
  selectStepsOf,
  takeTurn,
} from './store.ts';

/** Time after the limit of an answer for which its turn still counts as held. */
const graceMs = 30_000;
/** Maximum messages that are read for an answer; the prompt decides which of them the language model sees. */
const mostRemembered = 200;
const mostAnswersWithCalls = 6;
const longestName = 80;
/** Characters in which the name is looked for: a message may be a million blanks. */
const mostRead = 1000;
const longestStep = 200_000;

/** A question that is being answered in a conversation. */
export interface Turn {
  conversationId: string;
  /** ID of the answer, which its steps refer to. */
  messageId: string;
  /** The earlier messages; only the last ones of a long conversation. */
  history: PlainMessage[];
  /** Stores the answer with its steps and ends the turn. */
  end(content: string, answer: KeptAnswer, steps: Step[], also: (transaction: Transaction) => void): Promise<void>;
}

/** Begins a new conversation; it is stored together with its first answer, in one transaction. */
export function beginConversation(
  ctx: Caller & Pick<AgentServices, 'database'>,
  agent: AgentRow,
  messages: PlainMessage[],
): Turn {
  const [conversationId, messageId] = [newId('cnv'), newId('msg')];
  const asked = new Date().toISOString();
  return {
    conversationId,
    messageId,
    history: [],
    async end(content, answer, steps, also) {
      const now = new Date().toISOString();
      const record = { id: conversationId, created_at: asked, updated_at: now, created_by: ctx.actor };
      const row = { ...record, agent_id: agent.id, name: nameOf(messages), message_count: messages.length + 1 };
      const questions = messages.map((message, position) =>
        questionRow(message, { conversationId, position, now: asked }),
      );
      const position = messages.length;
      await transact(ctx.database, async (transaction) => {
        await insertConversation(transaction, { ...row, turn: null, turn_until: null });
        await insertMessages(transaction, [
          ...questions,
          answerRow({ id: messageId, conversationId, position, content, answer, now }),
        ]);
        await insertSteps(transaction, messageId, steps.map(encodeStep));
        also(transaction);
      }).catch((error) => {
        throw isForeignKeyViolation(error) ? agentGone(agent) : error;
      });
    },
  };
}

/**
 * Takes the next turn of a conversation. Turns run one at a time, because an answer is made from the messages before
 * it.
 * @throws ServiceError `conversation_not_found`, `conversation_busy`, `not_permitted`
 */
export async function continueConversation(
  ctx: Caller & Pick<AgentServices, 'database' | 'events'>,
  agent: AgentRow,
  { id, messages, timeoutMs }: { id: string; messages: PlainMessage[]; timeoutMs: number },
): Promise<Turn> {
  const conversation = await requireConversation(ctx, agent, id);
  requireOwn(ctx, conversation);
  const messageId = newId('msg');
  const time = Date.now();
  const now = new Date(time).toISOString();
  const until = new Date(time + timeoutMs + graceMs).toISOString();
  const history = await transact(ctx.database, async (transaction) => {
    if (conversation.turn !== null) await endOverdueTurn(ctx, transaction, id);
    const taken = await takeTurn(transaction, { id, turn: messageId, now, until, added: messages.length });
    if (!taken) throw conversationBusy(id);
    const before = await selectRemembered(transaction, id, mostRemembered);
    const next = (before.at(-1)?.position ?? -1) + 1;
    const rows = messages.map((message, index) =>
      questionRow(message, { conversationId: id, position: next + index, now }),
    );
    await insertMessages(transaction, rows);
    return before;
  });
  const position = (history.at(-1)?.position ?? -1) + 1 + messages.length;
  return {
    conversationId: conversation.id,
    messageId,
    history: await withCalls(ctx.database, history),
    async end(content, answer, steps, also) {
      const ended = new Date().toISOString();
      const row = answerRow({ id: messageId, conversationId: id, position, content, answer, now: ended });
      await transact(ctx.database, async (transaction) => {
        if (!(await endTurn(transaction, { id, turn: messageId, now: ended }))) throw conversationGone();
        await insertMessages(transaction, [row]);
        await insertSteps(transaction, messageId, steps.map(encodeStep));
        also(transaction);
      }).catch(explainGone);
    },
  };
}

/** Who may only read records goes on with conversations of its own: its questions would stand in those of others. */
function requireOwn({ role, actor }: Caller, { id, created_by }: ConversationRow): void {
  if (role !== 'viewer' || created_by === actor) return;
  throw new ServiceError('not_permitted', `Conversation ${id} is another's: a viewer may read it, not continue it.`);
}

/** Begins a turn of which nothing is stored; it goes on after the messages of a conversation, if there is one. */
export async function beginUnstored(
  ctx: Caller & Pick<AgentServices, 'database'>,
  agent: AgentRow,
  id: string | undefined,
): Promise<Turn> {
  const before = id === undefined ? [] : await readHistory(ctx, agent, id);
  return {
    conversationId: newId('cnv'),
    messageId: newId('msg'),
    history: await withCalls(ctx.database, before),
    end: (_content, _answer, _steps, also) => transact(ctx.database, async (transaction) => void also(transaction)),
  };
}

async function readHistory(ctx: Caller & Pick<AgentServices, 'database'>, agent: AgentRow, id: string) {
  await requireConversation(ctx, agent, id);
  return selectRemembered(ctx.database, id, mostRemembered);
}

/** Adds the tool calls behind the last answers: a follow-up builds on their queries. */
async function withCalls(database: Database, history: MessageRow[]): Promise<PlainMessage[]> {
  const answers = history.filter(({ role }) => role === 'assistant').slice(-mostAnswersWithCalls);
  const steps = await selectStepsOf(
    database,
    answers.map(({ id }) => id),
  );
  const byMessage = Map.groupBy(steps, ({ message_id }) => message_id);
  return history.map(({ id, role, content }) => {
    const calls = pastCallsOf((byMessage.get(id) ?? []).map(({ step }) => step));
    return { role, content, ...(calls.length > 0 ? { calls } : {}) };
  });
}

interface Place {
  conversationId: string;
  position: number;
  now: string;
}

function questionRow({ role, content }: PlainMessage, { conversationId, position, now }: Place): MessageRow {
  const id = newId('msg');
  return { id, conversation_id: conversationId, position, role, content, answer: null, created_at: now };
}

function answerRow({
  id,
  content,
  answer,
  conversationId,
  position,
  now,
}: Place & { id: string; content: string; answer: KeptAnswer }): MessageRow {
  const role = 'assistant' as const;
  return { id, conversation_id: conversationId, position, role, content, answer: encodeJson(answer), created_at: now };
}

function nameOf(messages: PlainMessage[]): string {
  const first = messages.find(({ role }) => role === 'user')?.content ?? '';
  const line = first.trimStart().slice(0, mostRead).replace(/\s+/g, ' ').trim();
  return line.length > longestName ? `${line.slice(0, longestName - 1)}…` : line;
}

/** Stores a very large step without its input and output. */
function encodeStep(step: Step): Json {
  const whole = encodeJson(step);
  if (whole.length <= longestStep) return whole;
  const note = `${whole.length} characters: too long to be kept`;
  const short = step.kind === 'tool' ? { ...step, input: note, output: note, details: undefined } : { ...step };
  return encodeJson(step.kind === 'language_model' ? { ...short, text: note, tool_calls: [] } : short);
}

function conversationBusy(id: string): ServiceError {
  const detail = `Conversation ${id} is being answered already; wait for that answer, or begin another conversation.`;
  return new ServiceError('conversation_busy', detail, { headers: { 'retry-after': '5' } });
}

function agentGone({ name }: AgentRow): ServiceError {
  return new ServiceError('agent_not_found', `Agent ${name} was deleted while it answered.`);
}

function conversationGone(): ServiceError {
  return new ServiceError('conversation_not_found', 'The conversation was deleted while it was being answered.');
}

function explainGone(error: unknown): never {
  throw isForeignKeyViolation(error) ? conversationGone() : error;
}
