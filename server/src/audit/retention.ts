import type { Context } from '../context.ts';
import { deleteOlderThan } from '../db/retention.ts';
import { deleteEntriesBefore } from './store.ts';

export function forgetOldAudit({ database, config }: Pick<Context, 'database' | 'config'>): Promise<void> {
  return deleteOlderThan(config.auditRetentionDays, (time, limit) => deleteEntriesBefore(database, time, limit));
}
