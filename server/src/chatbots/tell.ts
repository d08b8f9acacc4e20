import type { Parts } from '../context.ts';
import type { Transaction } from '../db/transact.ts';
import type { ChatbotRow } from './store.ts';

type ChatbotEvent = 'created' | 'updated' | 'deleted' | 'started' | 'stopped' | 'message' | 'error';

/** Writes the event `sibyl.chatbot.…` in the transaction that makes it true. */
export function tellOfChatbot(
  { events }: Pick<Parts, 'events'>,
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
