import { newId } from '../../../ids.ts';
import type { Inbound } from '../../../platform/channels/platform.ts';
import { encodeJson } from '../../../platform/db/json.ts';
import { type Transaction, transact } from '../../../platform/db/transact.ts';
import {
  countFrom,
  countInConversation,
  insertMessage,
  rewriteWaiting,
  selectLastReceived,
  touchConversation,
} from '../message-store.ts';
import type { ChatbotParams } from '../params-schema.ts';
import { type ChatbotRow, countMessage } from '../store.ts';
import type { BotContext } from './bot-context.ts';

const usualRate = { messages: 20, seconds: 60 };
const longestText = 100_000;
/** Files of one post arrive as separate messages within this time. */
const filesTogetherMs = 60_000;

export interface Recipient {
  row: Pick<ChatbotRow, 'id' | 'project_id' | 'name'>;
  params: ChatbotParams;
}

/**
 * Stores messages from a platform, each once, and wakes the bot. Messages that the bot ignores are not stored: other
 * users and channels, and in groups messages not addressed to it.
 */
export async function takeMessages(
  room: Pick<BotContext, 'database' | 'chatbotHub'>,
  to: Recipient,
  messages: Inbound[],
): Promise<void> {
  for (const message of messages.filter((one) => isMeant(to.params, one))) {
    const taken = await transact(room.database, (transaction) => takeMessage(transaction, to, withoutNul(message)));
    if (taken) room.chatbotHub.wake(to.row.id, taken);
  }
}

function isMeant({ groups, allowed_users, allowed_channels }: ChatbotParams, { author, place, isForBot }: Inbound) {
  if (!isForBot && groups !== 'all') return false;
  return (allowed_users?.includes(author.id) ?? true) && (allowed_channels?.includes(place) ?? true);
}

/** PostgreSQL text cannot contain NUL. */
function withoutNul(message: Inbound): Inbound {
  const { text, author } = message;
  const clean = (value: string) => value.replaceAll('\0', '');
  return {
    ...message,
    text: clean(text).slice(0, longestText),
    author: { id: clean(author.id), name: clean(author.name).slice(0, 200) },
  };
}

/** Returns the conversation that now has work. */
async function takeMessage(transaction: Transaction, to: Recipient, message: Inbound): Promise<string | undefined> {
  const { row, params } = to;
  if (message.isEdit) {
    await rewriteWaiting(transaction, row.id, message.id, message.text);
    return undefined;
  }
  const now = new Date();
  const conversation = await touchConversation(transaction, newConversation(row.id, message, now.toISOString()));
  const { messages, seconds } = params.rate_limit ?? usualRate;
  const since = new Date(now.getTime() - seconds * 1000).toISOString();
  const before = await countFrom(transaction, row.id, message.author.id, since);
  const kind = before < messages ? (message.text === '' ? 'attachment' : 'text') : 'over_limit';
  // Only the first message beyond the limit, and the first of several files, gets a notice.
  const isSaid =
    before > messages || (kind === 'attachment' && (await hasToldOfFile(transaction, conversation.id, now)));
  const isNew = await insertMessage(transaction, {
    ...newMessage(message, now.toISOString()),
    chatbot_id: row.id,
    conversation_id: conversation.id,
    kind,
    status: isSaid ? 'ignored' : 'waiting',
  });
  if (!isNew) return undefined;
  await countInConversation(transaction, conversation.id, 1);
  await countMessage(transaction, row.id, 'received_count', { last_message_at: now.toISOString() });
  return conversation.id;
}

async function hasToldOfFile(transaction: Transaction, conversationId: string, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - filesTogetherMs).toISOString();
  const [last] = await selectLastReceived(transaction, conversationId, since);
  return last?.kind === 'attachment';
}

function newConversation(chatbot_id: string, { conversation, author }: Inbound, now: string) {
  return {
    id: newId('cnv'),
    chatbot_id,
    platform_key: conversation,
    author_name: author.name,
    begins_after: null,
    created_at: now,
    updated_at: now,
    message_count: 0,
  };
}

function newMessage(message: Inbound, now: string) {
  return {
    id: newId('msg'),
    direction: 'in' as const,
    received_id: message.id,
    posted_id: null,
    platform_order: message.order,
    author_id: message.author.id,
    author_name: message.author.name,
    text: message.text || (message.attachment ?? ''),
    address: encodeJson(message.address),
    citations: null,
    reply_to: null,
    attempts: 0,
    run_at: null,
    error: null,
    trace_id: null,
    created_at: now,
    settled_at: null,
  };
}
