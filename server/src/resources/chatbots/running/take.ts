import { newId } from '../../../ids.ts';
import type { Inbound } from '../../../platform/channels/platform.ts';
import { visible } from '../../../platform/channels/visible.ts';
import { encodeJson } from '../../../platform/db/json.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { type Transaction, transact } from '../../../platform/db/transact.ts';
import { cleaned } from '../../../platform/language/clean-text.ts';
import { countInConversation, selectConversation, touchConversation } from '../conversation-store.ts';
import { countFrom, hasToldOfFiles, insertMessage, rewriteWaiting } from '../message-store.ts';
import type { ChatbotParams } from '../params-schema.ts';
import { type ChatbotRow, countMessage } from '../store.ts';
import type { BotContext } from './bot-context.ts';
import { untouched } from './outgoing-row.ts';
import { readPress } from './take-press.ts';

const usualRate = { messages: 20, seconds: 60 };
const longestText = 100_000;

export interface Recipient {
  row: ChatbotRow;
  params: ChatbotParams;
}

/**
 * Stores messages from a platform, each once, and wakes the bot. Messages that the bot ignores are not stored: other
 * users and channels, and in groups messages not addressed to it.
 */
export async function takeMessages(
  ctx: Pick<BotContext, 'database' | 'chatbotHub' | 'rate'>,
  to: Recipient,
  messages: Inbound[],
): Promise<void> {
  for (const one of messages) {
    if (isBlank(one)) continue;
    if (!(await isMeant(ctx.database, to, one))) continue;
    const message = one.pressed === undefined ? one : await readPress(ctx, to.row, one);
    if (!message) continue;
    const taken = await transact(ctx.database, (transaction) => takeMessage(transaction, to, storable(message)));
    if (taken) ctx.chatbotHub.wake(to.row.id, taken);
  }
}

async function isMeant(database: Database, { row, params }: Recipient, message: Inbound): Promise<boolean> {
  const { groups, allowed_users, allowed_channels } = params;
  const { author, place, conversation } = message;
  if (!(allowed_users?.includes(author.id) ?? true) || !(allowed_channels?.includes(place) ?? true)) return false;
  if (message.isForBot || groups === 'all') return true;
  // In a thread in which the bot was mentioned, later messages need not mention it.
  return message.isInThread === true && (await selectConversation(database, row.id, conversation)) !== undefined;
}

/** Some platforms pass on messages of blanks; no agent can answer them. */
function isBlank({ text, attachment, files = [], pressed }: Inbound): boolean {
  return (
    text !== '' && !visible.test(text.slice(0, 2000)) && !attachment && files.length === 0 && pressed === undefined
  );
}

/** What a database takes of a message. */
function storable(message: Inbound): Inbound {
  const { text, author } = message;
  return {
    ...message,
    text: cleaned(text).slice(0, longestText),
    author: { id: cleaned(author.id), name: cleaned(author.name).slice(0, 200) },
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
  const kind = before < messages ? kindOf(message, params) : 'over_limit';
  // Only the first message above the limit, and the first file of a conversation, gets a notice.
  const isSaid = before > messages || (kind === 'attachment' && (await hasToldOfFiles(transaction, conversation.id)));
  const isNew = await insertMessage(transaction, {
    ...newMessage(message, now.toISOString()),
    chatbot_id: row.id,
    conversation_id: conversation.id,
    ...(kind === 'document' && { text: message.text, attachment: encodeJson(message.files ?? []) }),
    kind,
    status: isSaid ? 'ignored' : 'waiting',
  });
  if (!isNew) return undefined;
  await countInConversation(transaction, conversation.id, 1);
  await countMessage(transaction, row.id, 'received_count', { last_message_at: now.toISOString() });
  return conversation.id;
}

function kindOf({ text, files = [] }: Inbound, { documents }: ChatbotParams): string {
  if (documents && files.length > 0) return 'document';
  return text === '' ? 'attachment' : 'text';
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
    ...untouched,
    id: newId('msg'),
    direction: 'in' as const,
    received_id: message.id,
    platform_order: message.order,
    author_id: message.author.id,
    author_name: message.author.name,
    text: message.text || (message.attachment ?? ''),
    address: encodeJson(message.address),
    created_at: now,
  };
}
