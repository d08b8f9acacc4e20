import type { Caller } from '../../caller.ts';
import { ServiceError } from '../../errors.ts';
import type { ReplyCitation } from '../../platform/channels/platform.ts';
import { decodeJson } from '../../platform/db/json.ts';
import type { Page, Position } from '../../platform/db/listing.ts';
import type { ChatbotServices } from './context.ts';
import { type ConversationRow, selectConversationById, selectConversations } from './conversation-store.ts';
import { type MessageRow, selectMessages } from './message-store.ts';
import type { ConversationRecord, MessageRecord } from './schemas.ts';
import { type ChatbotAddress, requireChatbot } from './service.ts';

export interface Slice {
  after: Position | undefined;
  limit: number | undefined;
}

/** Lists the newest first. */
export async function listConversations(
  ctx: Caller & Pick<ChatbotServices, 'database'>,
  address: ChatbotAddress,
  slice: Slice,
): Promise<Page<ConversationRecord>> {
  const { row } = await requireChatbot(ctx, address);
  const rows = await selectConversations(ctx.database, row.id, withOneMore(slice));
  return cut(rows, slice, (one) => conversationOf(one, row.name));
}

/** Lists the messages of one conversation or of all, the oldest first. */
export async function listMessages(
  ctx: Caller & Pick<ChatbotServices, 'database'>,
  address: ChatbotAddress & { conversation?: string },
  slice: Slice,
): Promise<Page<MessageRecord>> {
  const { row } = await requireChatbot(ctx, address);
  const { conversation: id } = address;
  if (id !== undefined && !(await selectConversationById(ctx.database, row.id, id)))
    throw new ServiceError('conversation_not_found', `Chatbot ${row.name} has no conversation ${id}.`);
  const rows = await selectMessages(ctx.database, row.id, { ...withOneMore(slice), conversationId: id });
  return cut(rows, slice, messageOf);
}

function withOneMore({ after, limit }: Slice): Slice {
  return { after, limit: limit === undefined ? undefined : limit + 1 };
}

function cut<Row extends { id: string; created_at: string }, Item>(
  rows: Row[],
  { limit }: Slice,
  record: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(record),
    next: rows.length > shown.length && last ? [last.created_at, last.id] : undefined,
  };
}

function conversationOf(row: ConversationRow, chatbot: string): ConversationRecord {
  const { id, author_name, platform_key, message_count, created_at, updated_at } = row;
  return { id, chatbot, user: author_name, platform_id: platform_key, message_count, created_at, updated_at };
}

export function messageOf(row: MessageRow): MessageRecord {
  const { id, conversation_id, direction, text, kind, reply_to, status, error, trace_id, created_at, settled_at } = row;
  return {
    id,
    conversation_id,
    direction,
    role: direction === 'in' ? 'user' : 'assistant',
    user: row.author_id === null ? null : { id: row.author_id, name: row.author_name ?? '' },
    text,
    kind,
    citations: row.citations === null ? [] : decodeJson<ReplyCitation[]>(row.citations),
    reply_to,
    status,
    error,
    trace_id,
    created_at,
    settled_at,
  };
}
