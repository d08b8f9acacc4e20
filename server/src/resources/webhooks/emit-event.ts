import type { Transaction } from '../../platform/db/transact.ts';
import type { WebhookServices } from './context.ts';
import type { WebhookRow } from './store.ts';

/** Writes the event `sibyl.webhook.…` in the transaction that makes it true. Its address may hold a token: it is not told. */
export function emitWebhookEvent(
  { events }: Pick<WebhookServices, 'events'>,
  transaction: Transaction,
  event: 'created' | 'updated' | 'rotated' | 'deleted' | 'disabled',
  { id, name, project_id }: Pick<WebhookRow, 'id' | 'name' | 'project_id'>,
  facts: Record<string, unknown> = {},
): void {
  events.write(transaction, {
    type: `sibyl.webhook.${event}`,
    project: project_id,
    subject: `webhooks/${id}`,
    data: { id, name, ...facts },
  });
}
