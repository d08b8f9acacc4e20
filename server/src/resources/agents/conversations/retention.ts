import { deleteOlderThan } from '../../../platform/db/retention.ts';
import type { AgentServices } from '../context.ts';
import { deleteConversationsBefore } from './store.ts';

/** Each takes its messages and their traces along. */
const batch = 500;

/** Deletes conversations in which nothing was said for as long as the service keeps them, or their project if that is less. */
export async function forgetOldConversations({
  database,
  limits,
}: Pick<AgentServices, 'database' | 'limits'>): Promise<void> {
  const forget = (days: number, projectId?: string) =>
    deleteOlderThan(days, (time, limit) => deleteConversationsBefore(database, { time, limit, projectId }), batch);
  await forget(limits.usual.conversation_days);
  for (const [projectId, { conversation_days }] of limits.own)
    if (conversation_days < limits.usual.conversation_days) await forget(conversation_days, projectId);
}
