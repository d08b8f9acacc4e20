import type { Context } from '../context.ts';
import { deleteOlderThan } from '../db/retention.ts';
import { deleteEventsBefore } from './store.ts';

export function forgetOldEvents({ database, config }: Pick<Context, 'database' | 'config'>): Promise<void> {
  return deleteOlderThan(config.eventRetentionDays, (time, limit) => deleteEventsBefore(database, time, limit));
}
