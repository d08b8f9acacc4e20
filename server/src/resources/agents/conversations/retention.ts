import { deleteOlderThan } from '../../../platform/db/retention.ts';
import type { AgentServices } from '../context.ts';
import { deleteConversationsBefore } from './store.ts';

/** Conversations per deletion; their messages and steps are deleted with them. */
const batch = 500;

/**
 * Deletes conversations without a new message within the retention time of the service or of their project, whichever
 * is shorter.
 */
export async function forgetOldConversations({
  database,
  limits,
}: Pick<AgentServices, 'database' | 'limits'>): Promise<void> {
  const forget = (days: number, projectId?: string) =>
    deleteOlderThan(days, (time, limit) => deleteConversationsBefore(database, { time, limit, projectId }), batch);
  await forget(limits.defaults.conversation_days);
  for (const [projectId, { conversation_days }] of limits.own)
    if (conversation_days < limits.defaults.conversation_days) await forget(conversation_days, projectId);
}
