import { deleteOlderThan } from '../../platform/db/retention.ts';
import type { WebhookServices } from './context.ts';
import { deleteDeliveriesBefore } from './outbox-store.ts';

/** Deliveries are kept as long as the events that they are about. */
export function forgetOldDeliveries({ database, config }: Pick<WebhookServices, 'database' | 'config'>): Promise<void> {
  return deleteOlderThan(config.eventRetentionDays, (time, limit) => deleteDeliveriesBefore(database, time, limit));
}
