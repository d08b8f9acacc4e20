import type { Insertable, Selectable, Updateable } from 'kysely';
import { fetchPage, type Listing, type Page } from '../../platform/db/listing.ts';
import type { DeliveryStatus, WebhookDeliveryTable, WebhookTable } from '../../platform/db/schema/webhooks.ts';
import type { Database } from '../../platform/db/schema.ts';

export type WebhookRow = Selectable<WebhookTable>;
export type DeliveryRow = Selectable<WebhookDeliveryTable>;

export function insertWebhook(database: Database, row: Insertable<WebhookTable>) {
  return database.insertInto('webhooks').values(row).execute();
}

export function selectWebhooks(database: Database, projectId: string, listing: Listing): Promise<Page<WebhookRow>> {
  return fetchPage(
    database.selectFrom('webhooks').selectAll().where('project_id', '=', projectId),
    'webhooks',
    listing,
  );
}

export function selectWebhook(
  database: Database,
  projectId: string,
  nameOrId: string,
): Promise<WebhookRow | undefined> {
  return database
    .selectFrom('webhooks')
    .selectAll()
    .where('project_id', '=', projectId)
    .where((row) => row.or([row('name', '=', nameOrId), row('id', '=', nameOrId)]))
    .executeTakeFirst();
}

export async function countWebhooks(database: Database, projectId: string): Promise<number> {
  const { count } = await database
    .selectFrom('webhooks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Changes the webhook only when it is still at `revision`; answers whether it was. */
export async function updateWebhook(
  database: Database,
  { id, revision }: WebhookRow,
  change: Updateable<WebhookTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('webhooks')
    .set({ ...change, revision: revision + 1 })
    .where('id', '=', id)
    .where('revision', '=', revision)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export function deleteWebhookRow(database: Database, id: string) {
  return database.deleteFrom('webhooks').where('id', '=', id).execute();
}

export interface DeliverySelection {
  webhookId: string;
  status: DeliveryStatus | undefined;
  before: string | undefined;
  limit: number;
}

/** The newest first. */
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

/** Makes deliveries due now: one, or all of a webhook that wait. */
export function makeDue(database: Database, now: string, which: { id: string } | { webhookId: string }) {
  const all = database.updateTable('webhook_deliveries').set({ status: 'pending', attempts: 0, next_attempt_at: now });
  const some =
    'id' in which
      ? all.where('id', '=', which.id)
      : all.where('webhook_id', '=', which.webhookId).where('status', '=', 'pending');
  return some.execute();
}
