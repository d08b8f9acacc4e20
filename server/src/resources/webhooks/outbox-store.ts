import type { Updateable } from 'kysely';
import { isPostgres } from '../../platform/db/engine.ts';
import { runPrepared } from '../../platform/db/prepared.ts';
import type { WebhookDeliveryTable } from '../../platform/db/schema/webhooks.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { Transaction } from '../../platform/db/transact.ts';
import { isLive } from '../../platform/records/trash.ts';
import type { DeliveryRow, WebhookRow } from './store.ts';

// What lies in the trash sends nothing: nobody could switch it off. It goes on when its project comes back.

/** Selects enabled webhooks with unread events. */
export function selectLagging(database: Database, limit: number): Promise<WebhookRow[]> {
  return runPrepared(database, 'lagging webhooks', [limit], ([most]) =>
    database
      .selectFrom('webhooks')
      .innerJoin('event_streams', 'event_streams.id', 'webhooks.project_id')
      .whereRef('event_streams.last_sequence', '>', 'webhooks.position')
      .where('enabled', '=', 1)
      .where(isLive('webhooks.project_id'))
      .selectAll('webhooks')
      .limit(most),
  );
}

/** Advances webhooks at one position. Returns the IDs of those that neither another process advanced nor a user disabled. */
export async function advance(
  transaction: Transaction,
  webhooks: readonly WebhookRow[],
  position: number,
): Promise<Set<string>> {
  const rows = await transaction
    .updateTable('webhooks')
    .set({ position })
    .where(
      'id',
      'in',
      webhooks.map(({ id }) => id),
    )
    .where('position', '=', webhooks[0].position)
    .where('enabled', '=', 1)
    .returning('id')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

function dueDeliveries(database: Database, now: string) {
  return database
    .selectFrom('webhook_deliveries')
    .where('webhook_deliveries.status', '=', 'pending')
    .where('next_attempt_at', '<=', now);
}

/** Selects enabled webhooks with due deliveries. */
export function selectDueWebhooks(database: Database, now: string): Promise<WebhookRow[]> {
  return runPrepared(database, 'due webhooks', [now], ([due]) =>
    database
      .selectFrom('webhooks')
      .selectAll()
      .where('enabled', '=', 1)
      .where(isLive('project_id'))
      .where('id', 'in', dueDeliveries(database, due).select('webhook_id').distinct()),
  );
}

/** Selects a webhook as it is now, by its ID alone. */
export function selectSending(database: Database, id: string): Promise<WebhookRow | undefined> {
  return database
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', id)
    .where(isLive('project_id'))
    .executeTakeFirst();
}

/** Claims due deliveries of a webhook, the oldest first, until `until`; after a crash others can claim them then. */
export async function claimDue(
  database: Database,
  webhookId: string,
  { now, until, limit }: { now: string; until: string; limit: number },
): Promise<DeliveryRow[]> {
  const due = dueDeliveries(database, now)
    .select('id')
    .where('webhook_id', '=', webhookId)
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(limit)
    .$if(isPostgres(database), (query) => query.forUpdate().skipLocked());
  const rows = await database
    .updateTable('webhook_deliveries')
    .set({ next_attempt_at: until })
    .where('id', 'in', due)
    .returningAll()
    .execute();
  return rows.sort((one, other) => one.sequence - other.sequence);
}

export function updateDelivery(database: Database, id: string, change: Updateable<WebhookDeliveryTable>) {
  return database.updateTable('webhook_deliveries').set(change).where('id', '=', id).execute();
}

/** Records failures; the revision stays, because no user changed the record. */
export function noteFailing(database: Database, webhookId: string, since: string | null) {
  return database.updateTable('webhooks').set({ failing_since: since }).where('id', '=', webhookId).execute();
}

/** Disables the webhook; returns whether it was enabled. */
export async function disable(transaction: Transaction, id: string, reason: string, now: string): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('webhooks')
    .set((row) => ({ enabled: 0, disabled_reason: reason, updated_at: now, revision: row('revision', '+', 1) }))
    .where('id', '=', id)
    .where('enabled', '=', 1)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes at most `limit` deliveries from before `time`; returns their number. */
export async function deleteDeliveriesBefore(database: Database, time: string, limit: number): Promise<number> {
  const old = database.selectFrom('webhook_deliveries').select('id').where('created_at', '<', time);
  const { numDeletedRows } = await database
    .deleteFrom('webhook_deliveries')
    .where('id', 'in', old.orderBy('created_at').limit(limit))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
