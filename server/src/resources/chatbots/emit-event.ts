import type { Transaction } from '../../platform/db/transact.ts';
import type { ChatbotServices } from './context.ts';
import type { ChatbotRow } from './store.ts';

type ChatbotEvent = 'created' | 'updated' | 'deleted' | 'started' | 'stopped' | 'message' | 'error';

/** Writes the event `sibyl.chatbot.…` in the transaction that makes it true. */
export function emitChatbotEvent(
  { events }: Pick<ChatbotServices, 'events'>,
  transaction: Transaction,
  event: ChatbotEvent,
  { id, name, project_id, channel_type }: Pick<ChatbotRow, 'id' | 'name' | 'project_id' | 'channel_type'>,
  facts: Record<string, unknown> = {},
): void {
  events.write(transaction, {
    type: `sibyl.chatbot.${event}`,
    project: project_id,
    subject: `chatbots/${id}`,
    data: { id, name, channel: channel_type, ...facts },
  });
}
