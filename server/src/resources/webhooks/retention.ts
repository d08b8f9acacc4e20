import { deleteOlderThan } from '../../platform/db/retention.ts';
import type { WebhookServices } from './context.ts';
import { deleteDeliveriesBefore } from './outbox-store.ts';

/** The log of deliveries goes back as far as the events that it is about. */
export function forgetOldDeliveries({ database, config }: Pick<WebhookServices, 'database' | 'config'>): Promise<void> {
  return deleteOlderThan(config.eventRetentionDays, (time, limit) => deleteDeliveriesBefore(database, time, limit));
}
