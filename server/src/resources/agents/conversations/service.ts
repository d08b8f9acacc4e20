import type { Caller } from '../../../caller.ts';
import { ServiceError } from '../../../errors.ts';
import { decodeJson } from '../../../platform/db/json.ts';
import type { Listing, Page } from '../../../platform/db/listing.ts';
import { transact } from '../../../platform/db/transact.ts';
import type { Check } from '../../../platform/records/check.ts';
import type { Step } from '../completions/schemas.ts';
import type { AgentServices } from '../context.ts';
import { type AgentAddress, requireAgent } from '../service.ts';
import type { AgentRow } from '../store.ts';
import type { ConversationRecord, ConversationWithMessages, KeptAnswer, MessageRecord } from './schemas.ts';
import {
  type ConversationRow,
  deleteConversationRow,
  type MessageRow,
  selectConversation,
  selectConversations,
  selectEndingWith,
  selectFeedback,
  selectMessages,
  selectSteps,
} from './store.ts';

export interface ConversationAddress extends AgentAddress {
  conversation: string;
}

/**
 * Returns the conversation of an agent. A caller who may not read conversations finds only its own.
 * @throws ServiceError `conversation_not_found`
 */
export async function requireConversation(
  ctx: Caller & Pick<AgentServices, 'database'>,
  agent: AgentRow,
  id: string,
): Promise<ConversationRow> {
  const row = await selectConversation(ctx.database, agent.id, id);
  const isTheirs = ctx.role !== 'predictor' || row?.created_by === ctx.actor;
  if (!row || !isTheirs)
    throw new ServiceError('conversation_not_found', `Agent ${agent.name} has no conversation ${id}.`);
  return row;
}

/**
 * Returns the conversation that ends with this answer of the agent, if the caller may continue it; undefined when there
 * is none.
 */
export async function findLastAnswer(
  ctx: Caller & Pick<AgentServices, 'database'>,
  address: AgentAddress,
  messageId: string,
): Promise<string | undefined> {
  const { agent } = await requireAgent(ctx, address);
  const last = await selectEndingWith(ctx.database, agent.id, messageId);
  return last && (await requireConversation(ctx, agent, last.conversation_id)).id;
}

export async function listConversations(
  ctx: Caller & Pick<AgentServices, 'database'>,
  address: AgentAddress,
  listing: Listing,
): Promise<Page<ConversationRecord>> {
  const { agent, project } = await requireAgent(ctx, address);
  const { items, next } = await selectConversations(ctx.database, agent.id, listing);
  return { items: items.map((row) => recordOf(row, { project: project.name, agent: agent.name })), next };
}

/** Returns the conversation with all messages, and all steps of each answer. */
export async function getConversation(
  ctx: Caller & Pick<AgentServices, 'database'>,
  { conversation: id, ...address }: ConversationAddress,
): Promise<ConversationWithMessages> {
  const { agent, project } = await requireAgent(ctx, address);
  const row = await requireConversation(ctx, agent, id);
  const [messages, steps, opinions] = await Promise.all([
    selectMessages(ctx.database, id),
    selectSteps(ctx.database, id),
    selectFeedback(ctx.database, id),
  ]);
  const byMessage = Map.groupBy(steps, ({ message_id }) => message_id);
  return {
    ...recordOf(row, { project: project.name, agent: agent.name }),
    messages: messages.map((message) => {
      const opinion = opinions.find(({ message_id }) => message_id === message.id);
      return { ...messageOf(message, byMessage.get(message.id) ?? []), ...(opinion ? { feedback: opinion } : {}) };
    }),
  };
}

/** `check` sees only the record of the conversation, which alone makes its ETag. */
export async function deleteConversation(
  ctx: Caller & Pick<AgentServices, 'database' | 'events'>,
  { conversation: id, ...address }: ConversationAddress,
  check: Check<ConversationRecord>,
): Promise<void> {
  const { agent, project } = await requireAgent(ctx, address);
  const row = await requireConversation(ctx, agent, id);
  check(recordOf(row, { project: project.name, agent: agent.name }));
  await transact(ctx.database, async (transaction) => {
    await deleteConversationRow(transaction, id);
    ctx.events.write(transaction, {
      type: 'sibyl.conversation.deleted',
      project: project.id,
      subject: `conversations/${id}`,
      data: { id, agent_id: agent.id, agent: agent.name },
    });
  });
}

function recordOf(row: ConversationRow, names: { project: string; agent: string }): ConversationRecord {
  const { id, name, created_at, updated_at, created_by, message_count, turn, turn_until } = row;
  const is_answering = turn !== null && turn_until !== null && turn_until > new Date().toISOString();
  return { id, name, ...names, message_count, is_answering, created_at, updated_at, created_by };
}

function messageOf(
  { id, role, content, created_at, answer }: MessageRow,
  steps: { step: MessageStep }[],
): MessageRecord {
  return {
    id,
    role,
    content,
    created_at,
    answer: answer === null ? null : decodeJson<KeptAnswer>(answer),
    steps: steps.map(({ step }) => decodeJson<Step>(step)),
  };
}

type MessageStep = Parameters<typeof decodeJson>[0];
