import type { Caller } from '../../caller.ts';
import { invalidField, ServiceError } from '../../errors.ts';
import { decodeJson, encodeJson, type Json } from '../../platform/db/json.ts';
import type { Listing, Page } from '../../platform/db/listing.ts';
import type { DeliveryStatus } from '../../platform/db/schema/webhooks.ts';
import type { Transaction } from '../../platform/db/transact.ts';
import { lastSequenceOf } from '../../platform/journal/read.ts';
import type { Check } from '../../platform/records/check.ts';
import { newRecord } from '../../platform/records/project-records.ts';
import { resolveTypes } from '../events/type-filter.ts';
import { requireProject } from '../projects/service.ts';
import type { WebhookContext, WebhookServices } from './context.ts';
import { sealOwner } from './deliver.ts';
import type { DeliveryRecord, WebhookChange, WebhookCreation, WebhookRecord, WebhookWithSecret } from './schemas.ts';
import { newWebhookSecret } from './sign.ts';
import { type DeliveryRow, makeDue, selectDeliveries, selectDelivery, type WebhookRow, webhooks } from './store.ts';

export interface WebhookAddress {
  project: string;
  /** Name or ID. */
  webhook: string;
}

type Project = { id: string; name: string };

/**
 * Creates a webhook. It receives events from now on, first that of its own creation, so that a receiver sees at once
 * that it works. Its secret appears only in this response.
 */
export async function createWebhook(
  ctx: WebhookContext,
  projectName: string,
  input: WebhookCreation,
): Promise<WebhookWithSecret> {
  const project = await requireProject(ctx, projectName);
  await requireReachable(ctx, input.url);
  const base = newRecord('whk', ctx, project.id);
  const secret = newWebhookSecret();
  const row: WebhookRow = {
    ...base,
    name: input.name,
    url: input.url,
    types: encodeTypes(input.types ?? null),
    enabled: input.enabled === false ? 0 : 1,
    disabled_reason: null,
    secret: ctx.secrets.seal(secret, sealOwner(base.id)),
    former_secret: null,
    former_until: null,
    position: await lastSequenceOf(ctx.database, project.id),
    failing_since: null,
  };
  await webhooks.insert(ctx, project, row);
  return { ...recordOf(row, project.name), secret };
}

export async function listWebhooks(
  ctx: Caller & Pick<WebhookServices, 'database'>,
  projectName: string,
  listing: Listing,
): Promise<Page<WebhookRecord>> {
  const project = await requireProject(ctx, projectName);
  const { items, next } = await webhooks.list(ctx.database, project.id, listing);
  return { items: items.map((row) => recordOf(row, project.name)), next };
}

export async function getWebhook(
  ctx: Caller & Pick<WebhookServices, 'database'>,
  address: WebhookAddress,
): Promise<WebhookRecord> {
  const { row, project } = await requireWebhook(ctx, address);
  return recordOf(row, project.name);
}

async function requireWebhook(
  ctx: Caller & Pick<WebhookServices, 'database'>,
  { project: projectName, webhook }: WebhookAddress,
): Promise<{ row: WebhookRow; project: Project }> {
  const project = await requireProject(ctx, projectName);
  return { row: await webhooks.require(ctx.database, project, webhook), project };
}

/** A webhook that is enabled again sends what waited and what happened meanwhile. */
export async function changeWebhook(
  ctx: Caller & Pick<WebhookServices, 'database' | 'events' | 'keys' | 'outgoing' | 'webhooks'>,
  address: WebhookAddress,
  input: WebhookChange,
  check: Check<WebhookRecord>,
): Promise<WebhookRecord> {
  const { row, project } = await requireWebhook(ctx, address);
  check(recordOf(row, project.name));
  const { types, enabled, ...plain } = input;
  if (plain.url !== undefined) await requireReachable(ctx, plain.url);
  const isRevived = enabled === true && row.enabled === 0;
  const change = {
    ...plain,
    ...(types === undefined ? {} : { types: encodeTypes(types) }),
    ...(enabled === undefined ? {} : { enabled: enabled ? 1 : 0, disabled_reason: null }),
    ...(isRevived ? { failing_since: null } : {}),
  };
  const revive = (transaction: Transaction) => makeDue(transaction, new Date().toISOString(), { webhookId: row.id });
  await webhooks.change(ctx, row, change, isRevived ? { also: revive } : {});
  ctx.webhooks.wake();
  return getWebhook(ctx, { project: project.id, webhook: row.id });
}

/** Gives the webhook a new secret; during the overlap the old one signs as well, so that receivers can change over. */
export async function rotateWebhook(
  ctx: Caller & Pick<WebhookServices, 'database' | 'events' | 'secrets'>,
  address: WebhookAddress,
  overlapSeconds: number,
): Promise<WebhookWithSecret> {
  const { row, project } = await requireWebhook(ctx, address);
  const secret = newWebhookSecret();
  const overlaps = overlapSeconds > 0;
  const change = {
    secret: ctx.secrets.seal(secret, sealOwner(row.id)),
    former_secret: overlaps ? row.secret : null,
    former_until: overlaps ? new Date(Date.now() + overlapSeconds * 1000).toISOString() : null,
  };
  await webhooks.change(ctx, row, change, { event: 'rotated' });
  return { ...(await getWebhook(ctx, { project: project.id, webhook: row.id })), secret };
}

export async function deleteWebhook(
  ctx: Caller & Pick<WebhookServices, 'database' | 'events'>,
  address: WebhookAddress,
  check: Check<WebhookRecord>,
): Promise<void> {
  const { row, project } = await requireWebhook(ctx, address);
  check(recordOf(row, project.name));
  await webhooks.delete(ctx, row);
}

/** Lists deliveries, the newest first; `next` is the ID after which the next page begins. */
export async function listDeliveries(
  ctx: Caller & Pick<WebhookServices, 'database'>,
  address: WebhookAddress,
  { status, cursor, limit = 1000 }: { status?: DeliveryStatus; cursor?: string; limit?: number },
): Promise<{ items: DeliveryRecord[]; next: string | undefined }> {
  const { row } = await requireWebhook(ctx, address);
  const selection = { webhookId: row.id, status, before: cursor, limit: limit + 1 };
  const rows = await selectDeliveries(ctx.database, selection);
  const page = rows.slice(0, limit);
  return { items: page.map(deliveryRecordOf), next: rows.length > limit ? page.at(-1)?.id : undefined };
}

/** Sends an event once more, whatever happened before. */
export async function replayDelivery(
  ctx: Caller & Pick<WebhookServices, 'database' | 'webhooks'>,
  address: WebhookAddress,
  id: string,
): Promise<DeliveryRecord> {
  const { row } = await requireWebhook(ctx, address);
  const delivery = await selectDelivery(ctx.database, row.id, id);
  if (!delivery) throw new ServiceError('delivery_not_found', `Webhook ${row.name} has no delivery ${id}.`);
  if (row.enabled === 0)
    throw new ServiceError('wrong_state', `Webhook ${row.name} is switched off; switch it on first.`);
  const now = new Date().toISOString();
  await makeDue(ctx.database, now, { id });
  ctx.webhooks.wake();
  return deliveryRecordOf({ ...delivery, status: 'pending', attempts: 0, next_attempt_at: now });
}

function deliveryRecordOf({ webhook_id: _, ...delivery }: DeliveryRow): DeliveryRecord {
  return delivery;
}

function recordOf(row: WebhookRow, project: string): WebhookRecord {
  const { id, name, url, types, enabled, disabled_reason, failing_since, former_until } = row;
  const { created_at, updated_at, created_by } = row;
  return {
    id,
    name,
    project,
    url,
    types: types === null ? null : decodeJson<string[]>(types),
    enabled: enabled === 1,
    disabled_reason,
    failing_since,
    former_secret_until: former_until,
    created_at,
    updated_at,
    created_by,
  };
}

function encodeTypes(types: string[] | null): Json | null {
  if (types === null) return null;
  for (const [index, word] of types.entries()) resolveTypes([word], `/types/${index}`);
  return encodeJson(types);
}

/** A name that does not resolve yet may do so later; one that resolves to a forbidden address is refused. */
async function requireReachable(ctx: Pick<WebhookServices, 'keys' | 'outgoing'>, text: string): Promise<void> {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw invalidField('/url', 'must be an http or https address without a password', 'wrong_format');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  await ctx.outgoing.resolve(host, ctx.keys.isOpen ? 'loopback' : 'public').catch((error) => {
    if (error instanceof ServiceError) throw error;
  });
}
