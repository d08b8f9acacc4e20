import type { Insertable, Selectable, Updateable } from 'kysely';
import type { ChatbotMessageTable, MessageStatus } from '../../platform/db/schema/chatbots.ts';
import type { Database } from '../../platform/db/schema.ts';
import { countsFor } from '../../platform/records/trash.ts';
import type { ConversationRow, Slice } from './conversation-store.ts';

export type MessageRow = Selectable<ChatbotMessageTable>;

/** Statuses of unfinished work, by direction. A draft is finished together with the message that it answers. */
const open: Record<'in' | 'out', MessageStatus[]> = {
  in: ['waiting', 'answering'],
  out: ['waiting', 'sending'],
};

const unfinished: MessageStatus[] = [...new Set([...open.in, ...open.out, 'drafting' as const])];

/** Returns false for a message that is stored already, as platforms may send one again. */
export async function insertMessage(database: Database, row: Insertable<ChatbotMessageTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await database
    .insertInto('chatbot_messages')
    .values(row)
    .onConflict((conflict) => conflict.columns(['chatbot_id', 'received_id']).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Replaces the text of a message whose answer has not begun. */
export function rewriteWaiting(database: Database, chatbotId: string, receivedId: string, text: string) {
  return database
    .updateTable('chatbot_messages')
    .set({ text })
    .where('chatbot_id', '=', chatbotId)
    .where('received_id', '=', receivedId)
    .where('status', '=', 'waiting')
    .execute();
}

export async function countFrom(database: Database, chatbotId: string, authorId: string, since: string) {
  const { count } = await database
    .selectFrom('chatbot_messages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('chatbot_id', '=', chatbotId)
    .where('author_id', '=', authorId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Selects the next work of a conversation: first send what is written, in order, then answer the oldest message. */
export async function selectNext(database: Database, conversationId: string): Promise<MessageRow | undefined> {
  const ofConversation = database
    .selectFrom('chatbot_messages')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .limit(1);
  const outgoing = ofConversation.where('direction', '=', 'out').where('status', 'in', open.out).orderBy('id');
  const incoming = ofConversation.where('direction', '=', 'in').where('status', 'in', open.in);
  return (
    (await outgoing.executeTakeFirst()) ?? (await incoming.orderBy('platform_order').orderBy('id').executeTakeFirst())
  );
}

/** Selects the conversations of these chatbots that have work. */
export async function selectBusyConversations(
  database: Database,
  chatbotIds: string[],
): Promise<{ id: string; chatbot_id: string }[]> {
  if (chatbotIds.length === 0) return [];
  return database
    .selectFrom('chatbot_messages')
    .select(['conversation_id as id', 'chatbot_id'])
    .distinct()
    .where('chatbot_id', 'in', chatbotIds)
    .where('status', 'in', [...new Set([...open.in, ...open.out])])
    .execute();
}

/** Deletes some finished messages from before `time`, of one project with its trash or of all, and returns their number. */
export async function deleteMessagesBefore(
  database: Database,
  { time, limit, projectId }: { time: string; limit: number; projectId?: string },
): Promise<number> {
  const old = database
    .selectFrom('chatbot_messages')
    .innerJoin('chatbots', 'chatbots.id', 'chatbot_messages.chatbot_id')
    .select('chatbot_messages.id')
    .where('chatbot_messages.created_at', '<', time)
    .where('chatbot_messages.status', 'not in', unfinished)
    .$if(projectId !== undefined, (query) => query.where(countsFor('chatbots.project_id', projectId ?? '')))
    .limit(limit);
  const { numDeletedRows } = await database.deleteFrom('chatbot_messages').where('id', 'in', old).executeTakeFirst();
  return Number(numDeletedRows);
}

/** Marks all unfinished messages of a chatbot as failed. */
export function abandonOpenMessages(database: Database, chatbotId: string, error: string) {
  return database
    .updateTable('chatbot_messages')
    .set({ status: 'failed', error, settled_at: new Date().toISOString() })
    .where('chatbot_id', '=', chatbotId)
    .where('status', 'in', unfinished)
    .execute();
}

export function selectMessage(database: Database, chatbotId: string, id: string): Promise<MessageRow | undefined> {
  return database
    .selectFrom('chatbot_messages')
    .selectAll()
    .where('id', '=', id)
    .where('chatbot_id', '=', chatbotId)
    .executeTakeFirst();
}

export function updateMessage(database: Database, id: string, change: Updateable<ChatbotMessageTable>) {
  return database.updateTable('chatbot_messages').set(change).where('id', '=', id).execute();
}

/** Another process has finished the message: this one held it for too long. */
export class FinishedElsewhere extends Error {}

/**
 * Changes a message that is not finished, so that of two processes that hold it only one finishes it.
 * @throws FinishedElsewhere
 */
export async function changeUnfinished(database: Database, id: string, change: Updateable<ChatbotMessageTable>) {
  const { numUpdatedRows } = await database
    .updateTable('chatbot_messages')
    .set(change)
    .where('id', '=', id)
    .where('status', 'in', unfinished)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new FinishedElsewhere(`message ${id} is finished`);
}

/** Selects the draft shown while the answer to this message is being written, posted or not. */
export function selectDraft(database: Database, replyTo: MessageRow): Promise<MessageRow | undefined> {
  return database
    .selectFrom('chatbot_messages')
    .selectAll()
    .where('conversation_id', '=', replyTo.conversation_id)
    .where('reply_to', '=', replyTo.id)
    .where('status', '=', 'drafting')
    .executeTakeFirst();
}

/** Counts the unsent parts of the answer to a message. */
export async function countUnsent(database: Database, conversationId: string, replyTo: string): Promise<number> {
  const { count } = await database
    .selectFrom('chatbot_messages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('conversation_id', '=', conversationId)
    .where('reply_to', '=', replyTo)
    .where('status', 'in', open.out)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Returns whether the conversation already has the notice that files cannot be read. */
export async function hasToldOfFiles(database: Database, conversationId: string): Promise<boolean> {
  const told = database
    .selectFrom('chatbot_messages')
    .select('id')
    .where('conversation_id', '=', conversationId)
    .where('kind', '=', 'attachment')
    .limit(1);
  return (await told.executeTakeFirst()) !== undefined;
}

/** Selects the last part of the agent's last answer, which holds its sources. */
export function selectLastAnswer(database: Database, conversationId: string): Promise<MessageRow | undefined> {
  return database
    .selectFrom('chatbot_messages')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .where('kind', '=', 'answer')
    .where('status', '=', 'sent')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Selects a message of the outbox and the later parts of the same answer, in order. */
export function selectUnsentParts(database: Database, { id, conversation_id, kind, reply_to }: MessageRow) {
  return database
    .selectFrom('chatbot_messages')
    .selectAll()
    .where('conversation_id', '=', conversation_id)
    .where('reply_to', '=', reply_to)
    .where('kind', '=', kind)
    .where('status', 'in', open.out)
    .where('id', '>=', id)
    .orderBy('id')
    .execute();
}

/** Selects the last answered messages and their answers, which the agent is given as history, the oldest first. */
export async function selectMemory(
  database: Database,
  { id, begins_after }: ConversationRow,
  limit: number,
): Promise<MessageRow[]> {
  const rows = await database
    .selectFrom('chatbot_messages')
    .selectAll()
    .where('conversation_id', '=', id)
    .where('kind', 'in', ['text', 'document', 'answer'])
    .where('status', 'in', ['answered', 'waiting', 'sending', 'sent'])
    .where((row) => row.or([row('direction', '=', 'out'), row('status', '=', 'answered')]))
    .$if(begins_after !== null, (all) => all.where('id', '>', begins_after ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.reverse();
}

/** Selects the messages of a conversation or of the whole chatbot, the oldest first. */
export function selectMessages(
  database: Database,
  chatbotId: string,
  { after, limit, conversationId }: Slice & { conversationId?: string },
) {
  return database
    .selectFrom('chatbot_messages')
    .selectAll()
    .where('chatbot_id', '=', chatbotId)
    .$if(conversationId !== undefined, (all) => all.where('conversation_id', '=', conversationId ?? ''))
    .$if(after !== undefined, (all) => all.where('id', '>', after?.[1] ?? ''))
    .orderBy('id')
    .$if(limit !== undefined, (all) => all.limit(limit ?? 0))
    .execute();
}

/** Selects the last messages of a conversation, the oldest first. */
export async function selectLastMessages(database: Database, conversationId: string, limit: number) {
  const rows = await database
    .selectFrom('chatbot_messages')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.reverse();
}
