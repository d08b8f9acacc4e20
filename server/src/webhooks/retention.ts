import type { Context } from '../context.ts';
import { deleteOlderThan } from '../db/retention.ts';
import { deleteDeliveriesBefore } from './outbox-store.ts';

/** The log of deliveries goes back as far as the events that it is about. */
export function forgetOldDeliveries({ database, config }: Pick<Context, 'database' | 'config'>): Promise<void> {
  return deleteOlderThan(config.eventRetentionDays, (time, limit) => deleteDeliveriesBefore(database, time, limit));
}
