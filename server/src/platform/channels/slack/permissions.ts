import { callPlatform } from '../call-platform.ts';
import type { Permission } from '../installation.ts';
import type { ChannelHost } from '../platform.ts';
import { inspectAddress } from '../reachable.ts';
import { apiUrlOf, openSlackApi } from './api.ts';
import type { SlackSettings } from './settings.ts';

/** All scopes of a bot token that are used here. */
export const scopes: readonly Omit<Permission, 'isGranted'>[] = [
  { name: 'chat:write', isNeeded: true, purpose: 'answer' },
  { name: 'app_mentions:read', isNeeded: true, purpose: 'hear its name in channels' },
  { name: 'im:history', isNeeded: true, purpose: 'hear direct messages, and find an answer of before a crash' },
  { name: 'channels:history', isNeeded: false, purpose: 'go on in threads, and find an answer of before a crash' },
  { name: 'groups:history', isNeeded: false, purpose: 'the same in private channels' },
  { name: 'files:write', isNeeded: false, purpose: 'send charts and tables' },
  { name: 'files:read', isNeeded: false, purpose: 'take documents' },
  { name: 'commands', isNeeded: false, purpose: 'slash commands' },
];

/** Slack lists the scopes of a token in a header of each response. */
export async function inspectSlack(
  settings: SlackSettings,
  { fetch, webhookUrl }: Pick<ChannelHost, 'fetch' | 'webhookUrl'>,
  signal: AbortSignal,
): Promise<Permission[]> {
  const { bot_token, app_token } = settings;
  const address = settings.mode === 'webhook' ? [inspectAddress(webhookUrl)] : [];
  // An app for several workspaces requests its scopes by its installation links.
  if (bot_token === undefined) return address;
  const url = `${apiUrlOf(settings)}/auth.test`;
  const headers = { authorization: `Bearer ${bot_token}` };
  const answer = await callPlatform({ label: 'Slack', fetch, url, headers, body: new URLSearchParams(), signal });
  const granted = new Set((answer.headers.get('x-oauth-scopes') ?? '').split(',').map((one) => one.trim()));
  const ofBot = scopes.map((scope) => ({ ...scope, isGranted: granted.has(scope.name) }));
  if (settings.mode === 'webhook' || app_token === undefined) return [...address, ...ofBot];
  const connects = openSlackApi(settings, app_token, fetch)('apps.connections.open', {}, signal);
  const isGranted = await connects.then(
    () => true,
    (error: Error) => !/missing_scope|not_allowed/.test(error.message),
  );
  const purpose = 'open the socket; a scope of the app-level token';
  return [...ofBot, { name: 'connections:write', isGranted, isNeeded: true, purpose }];
}
