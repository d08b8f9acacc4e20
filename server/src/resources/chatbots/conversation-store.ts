import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { ChatbotConversationTable } from '../../platform/db/schema/chatbots.ts';
import type { Database } from '../../platform/db/schema.ts';

export type ConversationRow = Selectable<ChatbotConversationTable>;

export function selectConversation(database: Database, chatbotId: string, platformKey: string) {
  return database
    .selectFrom('chatbot_conversations')
    .selectAll()
    .where('chatbot_id', '=', chatbotId)
    .where('platform_key', '=', platformKey)
    .executeTakeFirst();
}

export function selectConversationById(database: Database, chatbotId: string, id: string) {
  return database
    .selectFrom('chatbot_conversations')
    .selectAll()
    .where('chatbot_id', '=', chatbotId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Creates the conversation, or updates its time. */
export async function touchConversation(
  database: Database,
  row: Insertable<ChatbotConversationTable>,
): Promise<ConversationRow> {
  return database
    .insertInto('chatbot_conversations')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['chatbot_id', 'platform_key'])
        .doUpdateSet({ updated_at: row.updated_at, author_name: row.author_name }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function updateConversation(database: Database, id: string, change: Updateable<ChatbotConversationTable>) {
  return database.updateTable('chatbot_conversations').set(change).where('id', '=', id).execute();
}

export function countInConversation(database: Database, id: string, messages: number) {
  return database
    .updateTable('chatbot_conversations')
    .set((row) => ({ message_count: row('message_count', '+', messages) }))
    .where('id', '=', id)
    .execute();
}

/** Deletes some empty conversations not used since `time`, of one project or of all, and returns their number. */
export async function deleteEmptyConversations(
  database: Database,
  { time, limit }: { time: string; limit: number },
): Promise<number> {
  const empty = database
    .selectFrom('chatbot_conversations')
    .select('chatbot_conversations.id')
    .where('updated_at', '<', time)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('chatbot_messages')
            .select('chatbot_messages.id')
            .whereRef('conversation_id', '=', 'chatbot_conversations.id'),
        ),
      ),
    )
    .limit(limit);
  const { numDeletedRows } = await database
    .deleteFrom('chatbot_conversations')
    .where('id', 'in', empty)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

const livelyConversations = 50;

/** Selects the platform's ID of the last received message of each recent conversation. */
export async function selectLatest(
  database: Database,
  chatbotId: string,
): Promise<{ conversation: string; id: string }[]> {
  const rows = await database
    .selectFrom('chatbot_conversations')
    .select((conversation) => [
      'platform_key as conversation',
      conversation
        .selectFrom('chatbot_messages')
        .select('received_id')
        .whereRef('conversation_id', '=', 'chatbot_conversations.id')
        .where('direction', '=', 'in')
        .orderBy('platform_order', 'desc')
        .limit(1)
        .as('id'),
    ])
    .where('chatbot_id', '=', chatbotId)
    .orderBy('updated_at', 'desc')
    .limit(livelyConversations)
    .execute();
  return rows.flatMap(({ conversation, id }) => (id === null ? [] : [{ conversation, id }]));
}

/** A page of a listing. */
export interface Slice {
  after: [time: string, id: string] | undefined;
  limit: number | undefined;
}

/** Selects a chatbot's conversations, the newest first. */
export function selectConversations(database: Database, chatbotId: string, { after, limit }: Slice) {
  return database
    .selectFrom('chatbot_conversations')
    .selectAll()
    .where('chatbot_id', '=', chatbotId)
    .$if(after !== undefined, (all) => all.where(sql<boolean>`(created_at, id) < (${after?.[0]}, ${after?.[1]})`))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .$if(limit !== undefined, (all) => all.limit(limit ?? 0))
    .execute();
}
