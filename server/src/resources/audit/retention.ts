import { deleteOlderThan } from '../../platform/db/retention.ts';
import type { AuditServices } from './context.ts';
import { deleteEntriesBefore } from './store.ts';

export function forgetOldAudit({ database, config }: Pick<AuditServices, 'database' | 'config'>): Promise<void> {
  return deleteOlderThan(config.auditRetentionDays, (time, limit) => deleteEntriesBefore(database, time, limit));
}
