import type { Insertable } from 'kysely';
import type { MessageFeedbackTable } from '../../../platform/db/schema/evaluations.ts';
import type { Database } from '../../../platform/db/schema.ts';

/** Selects an answer of the agent with its conversation. */
export function selectAnswer(database: Database, agentId: string, messageId: string) {
  return database
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .where('conversations.agent_id', '=', agentId)
    .where('messages.id', '=', messageId)
    .where('messages.role', '=', 'assistant')
    .select(['messages.id', 'messages.conversation_id', 'messages.position', 'messages.content', 'messages.answer'])
    .executeTakeFirst();
}

/** Selects the user messages before a message, in order. */
export function selectQuestionsBefore(database: Database, conversationId: string, position: number) {
  return database
    .selectFrom('messages')
    .select('content')
    .where('conversation_id', '=', conversationId)
    .where('role', '=', 'user')
    .where('position', '<', position)
    .orderBy('position')
    .execute();
}

export async function keepFeedback(database: Database, row: Insertable<MessageFeedbackTable>): Promise<void> {
  await deleteFeedback(database, row.message_id);
  await database.insertInto('message_feedback').values(row).execute();
}

export function deleteFeedback(database: Database, messageId: string) {
  return database.deleteFrom('message_feedback').where('message_id', '=', messageId).execute();
}
