import { deleteOlderThan } from '../../platform/db/retention.ts';
import { deleteEventsBefore } from '../../platform/journal/store.ts';
import type { EventServices } from './context.ts';

export function forgetOldEvents({ database, config }: Pick<EventServices, 'database' | 'config'>): Promise<void> {
  return deleteOlderThan(config.eventRetentionDays, (time, limit) => deleteEventsBefore(database, time, limit));
}
