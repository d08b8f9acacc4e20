import { deleteOlderThan } from '../../platform/db/retention.ts';
import type { ChatbotServices } from './context.ts';
import { deleteEmptyConversations } from './conversation-store.ts';
import { deleteMessagesBefore } from './message-store.ts';

/**
 * Deletes messages older than the retention time of the service or of their project, whichever is shorter, and then
 * empty conversations.
 */
export async function forgetOldMessages({
  database,
  limits,
}: Pick<ChatbotServices, 'database' | 'limits'>): Promise<void> {
  const forget = (days: number, projectId?: string) =>
    deleteOlderThan(days, (time, limit) => deleteMessagesBefore(database, { time, limit, projectId }));
  await forget(limits.defaults.conversation_days);
  let shortest = limits.defaults.conversation_days;
  for (const [projectId, { conversation_days }] of limits.own) {
    shortest = Math.min(shortest, conversation_days);
    if (conversation_days < limits.defaults.conversation_days) await forget(conversation_days, projectId);
  }
  await deleteOlderThan(shortest, (time, limit) => deleteEmptyConversations(database, { time, limit }));
}
