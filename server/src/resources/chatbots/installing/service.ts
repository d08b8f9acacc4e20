import { randomBytes } from 'node:crypto';
import type { Static } from 'typebox';
import type { Caller } from '../../../caller.ts';
import { ServiceError } from '../../../errors.ts';
import { newId } from '../../../ids.ts';
import { ChannelFailure } from '../../../platform/channels/failure.ts';
import type { Installation, Installer, InstallPlace } from '../../../platform/channels/installation.ts';
import { transact } from '../../../platform/db/transact.ts';
import { cleaned } from '../../../platform/language/clean-text.ts';
import { SealBrokenError } from '../../../platform/secrets/sealed-box.ts';
import type { ChatbotServices } from '../context.ts';
import { chatbotSettings } from '../record.ts';
import { type ChatbotAddress, requireChatbot } from '../service.ts';
import { requirePlatform, withSecrets } from '../settings.ts';
import { type ChatbotRow, chatbots, selectChatbotById } from '../store.ts';
import { installationOwner } from './installations-of.ts';
import type { installationBegun, installationRecord } from './schemas.ts';
import { deleteInstallation, keepInstallation, keepState, selectInstallations, takeState } from './store.ts';

type InstallationServices = Pick<ChatbotServices, 'config' | 'database' | 'events' | 'outgoing' | 'secrets'>;

const lastsMs = 3_600_000;
const longestMs = 20_000;

/** Creates an address at which a workspace's administrator installs the app, once and within an hour. */
export async function beginInstallation(
  ctx: Caller & InstallationServices,
  address: ChatbotAddress,
): Promise<Static<typeof installationBegun>> {
  const { row } = await requireChatbot(ctx, address);
  const installer = installerOf(ctx, row);
  if (!installer)
    throw new ServiceError(
      'wrong_state',
      `Chatbot ${row.name} is for one workspace: see "Several workspaces" in docs/chatbots.md.`,
    );
  if (ctx.config.publicUrl === '')
    throw new ServiceError('wrong_state', 'The platform must reach the service: start it with SIBYL_PUBLIC_URL.');
  const nonce = randomBytes(32).toString('base64url');
  const expires_at = new Date(Date.now() + lastsMs).toISOString();
  await keepState(ctx.database, row.id, nonce, expires_at);
  const place = placeOf(ctx, row);
  const state = ctx.secrets.seal(nonce, stateOwner(row.id));
  return { url: installer.address(state, place), redirect_url: place.redirect, expires_at };
}

/** Handles the browser's return from the platform. Returns the workspace. */
export async function finishInstallation(
  ctx: InstallationServices,
  chatbotId: string,
  query: Readonly<Record<string, unknown>>,
): Promise<Installation> {
  const row = await selectChatbotById(ctx.database, chatbotId);
  const installer = row && installerOf(ctx, row);
  if (!row || !installer) throw new ServiceError('chatbot_not_found', 'No chatbot is installed at this address.');
  const nonce = openState(ctx, row.id, query.state);
  if (nonce === undefined || !(await takeState(ctx.database, row.id, nonce)))
    throw new ServiceError('invalid_signature', 'The link is not of this service, was used, or is older than an hour.');
  const found = await installer.finish(query, placeOf(ctx, row), AbortSignal.timeout(longestMs)).catch(explain);
  const installed = { ...found, name: cleaned(found.name) };
  await keep(ctx, row, installed);
  return installed;
}

function explain(error: unknown): never {
  if (error instanceof ChannelFailure) throw new ServiceError('wrong_state', `It was not installed. ${error.message}`);
  throw error;
}

async function keep(
  ctx: InstallationServices,
  row: ChatbotRow,
  { tenant, name, botId, token }: Installation,
): Promise<void> {
  const sealed_token = token === null ? null : ctx.secrets.seal(token, installationOwner(row.id, tenant));
  const created_at = new Date().toISOString();
  const installation = { id: newId('con'), chatbot_id: row.id, tenant, name, bot_id: botId, sealed_token, created_at };
  await transact(ctx.database, async (transaction) => {
    if (!(await selectChatbotById(transaction, row.id)))
      throw new ServiceError('deleted_meanwhile', `Chatbot ${row.name} was deleted at the same moment.`);
    await keepInstallation(transaction, installation);
    chatbots.emit(ctx, transaction, 'updated', row, { installed: tenant });
  });
}

export async function listInstallations(
  ctx: Caller & Pick<ChatbotServices, 'database'>,
  address: ChatbotAddress,
): Promise<Static<typeof installationRecord>[]> {
  const { row } = await requireChatbot(ctx, address);
  const rows = await selectInstallations(ctx.database, row.id);
  return rows.map(({ tenant, name, created_at }) => ({ tenant, name, created_at }));
}

/** Deletes a workspace and its token; its administrator must remove the app there. */
export async function removeInstallation(
  ctx: Caller & Pick<ChatbotServices, 'database' | 'events'>,
  { tenant, ...address }: ChatbotAddress & { tenant: string },
): Promise<void> {
  const { row } = await requireChatbot(ctx, address);
  await transact(ctx.database, async (transaction) => {
    if (!(await deleteInstallation(transaction, row.id, tenant)))
      throw new ServiceError('connection_not_found', `Chatbot ${row.name} is not installed in ${tenant}.`);
    chatbots.emit(ctx, transaction, 'updated', row, { uninstalled: tenant });
  });
}

function installerOf(ctx: Pick<ChatbotServices, 'secrets'>, row: ChatbotRow): Installer | undefined {
  return requirePlatform(row.channel_type).installer?.(withSecrets(chatbotSettings(ctx, row)).channel);
}

function placeOf({ config, outgoing }: Pick<ChatbotServices, 'config' | 'outgoing'>, { id }: ChatbotRow): InstallPlace {
  return { redirect: `${config.publicUrl}/api/channels/${id}/install`, fetch: outgoing.fetcher({ maxRedirects: 0 }) };
}

/** Returns the owner name under which a bot's installation links are sealed, so that they fit no other bot. */
function stateOwner(chatbotId: string): string {
  return `chatbots/${chatbotId} install`;
}

function openState({ secrets }: Pick<ChatbotServices, 'secrets'>, chatbotId: string, state: unknown) {
  try {
    return secrets.open(typeof state === 'string' ? state : '', stateOwner(chatbotId));
  } catch (error) {
    if (error instanceof SealBrokenError) return undefined;
    throw error;
  }
}
