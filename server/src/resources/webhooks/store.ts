import type { Insertable, Selectable } from 'kysely';
import type { DeliveryStatus, WebhookDeliveryTable, WebhookTable } from '../../platform/db/schema/webhooks.ts';
import type { Database } from '../../platform/db/schema.ts';
import { ProjectRecords } from '../../platform/records/project-records.ts';

export type WebhookRow = Selectable<WebhookTable>;
export type DeliveryRow = Selectable<WebhookDeliveryTable>;

/** Events about webhooks never contain the address, as it may hold a token. */
export const webhooks = new ProjectRecords({
  table: 'webhooks',
  noun: 'webhook',
  stale: 'read it again and repeat',
  limit: 'webhooks',
});

export interface DeliverySelection {
  webhookId: string;
  status: DeliveryStatus | undefined;
  before: string | undefined;
  limit: number;
}

/** Selects the newest first. */
export function selectDeliveries(
  database: Database,
  { webhookId, status, before, limit }: DeliverySelection,
): Promise<DeliveryRow[]> {
  let query = database.selectFrom('webhook_deliveries').selectAll().where('webhook_id', '=', webhookId);
  if (status !== undefined) query = query.where('status', '=', status);
  if (before !== undefined) query = query.where('id', '<', before);
  return query.orderBy('id', 'desc').limit(limit).execute();
}

export function selectDelivery(database: Database, webhookId: string, id: string): Promise<DeliveryRow | undefined> {
  return database
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export function insertDeliveries(database: Database, rows: Insertable<WebhookDeliveryTable>[]) {
  return database.insertInto('webhook_deliveries').values(rows).execute();
}

/** Makes deliveries due now: one, or all waiting ones of a webhook. */
export function makeDue(database: Database, now: string, which: { id: string } | { webhookId: string }) {
  const all = database.updateTable('webhook_deliveries').set({ status: 'pending', attempts: 0, next_attempt_at: now });
  const some =
    'id' in which
      ? all.where('id', '=', which.id)
      : all.where('webhook_id', '=', which.webhookId).where('status', '=', 'pending');
  return some.execute();
}
