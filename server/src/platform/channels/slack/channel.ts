import type { KnownBlock } from '@slack/types';
import type { ChatPostMessageArguments } from '@slack/web-api';
import { fieldsOf, textOf } from '../call-platform.ts';
import { definePlatform } from '../define-platform.ts';
import { downloadFile } from '../download.ts';
import { ChannelFailure } from '../failure.ts';
import { renderReply } from '../markdown/reply.ts';
import type { Channel, ChannelHost, ReplyAddress } from '../platform.ts';
import { openSlackApi, type SlackApi } from './api.ts';
import { blocksOf } from './blocks.ts';
import { uploadFile } from './files.ts';
import { slackInstaller } from './install.ts';
import { slackMarkup } from './markup.ts';
import { inspectSlack } from './permissions.ts';
import { type SlackSettings, slackSettings } from './settings.ts';
import { SlackSocket } from './socket.ts';
import { readPayload, requireSignature } from './webhook.ts';
import { Workspaces } from './workspaces.ts';

const mark = 'sibyl_answer';

/**
 * Slack by its Web API, with events over HTTP or a socket. A post carries its ID as metadata, by which it is found
 * again.
 */
export const slack = definePlatform({
  type: 'slack',
  label: 'Slack',
  settings: slackSettings,
  secrets: ['bot_token', 'app_token', 'signing_secret', 'client_secret'],
  faultIn: faultInSlack,
  addressOf: addressOfChannel,
  installer: slackInstaller,
  usesWebhook: ({ mode }) => mode === 'webhook',
  open: openSlack,
});

/** A channel, group or direct chat, of an app for several workspaces behind the workspace: `T1:C1`. */
function addressOfChannel({ client_id }: SlackSettings, id: string): ReplyAddress | undefined {
  const [, team, channel] = /^(?:(T[A-Z0-9]+):)?([CGDU][A-Z0-9]+)$/.exec(id) ?? [];
  if (channel === undefined || (team === undefined) !== (client_id === undefined)) return undefined;
  return { channel, thread: null, ...(team !== undefined && { team }) };
}

function openSlack(settings: SlackSettings, host: ChannelHost): Channel {
  const workspaces = new Workspaces(settings, host);
  const { bot_token } = settings;
  let socket: SlackSocket | undefined;
  return {
    certainty: 'findable',
    textLimit: 4000,
    measure: async (reply) => (await renderReply(reply, slackMarkup)).length,
    editEveryMs: () => 1500,
    async check(signal) {
      if (bot_token === undefined) return { id: settings.client_id ?? '', name: 'Slack' };
      const { user_id, user } = await openSlackApi(settings, bot_token, host.fetch)('auth.test', {}, signal);
      return { id: textOf(user_id), name: textOf(user) };
    },
    inspect: (signal) => inspectSlack(settings, host, signal),
    async start(inlet) {
      if (settings.mode === 'webhook') return;
      const connect = openSlackApi(settings, settings.app_token ?? '', host.fetch);
      const take = (payload: Record<string, unknown>) => workspaces.take(payload, inlet);
      socket = new SlackSocket({ connect, openSocket: host.openSocket, take, fail: inlet.fail });
      await socket.open();
    },
    stop: async () => socket?.close(),
    async webhook(request, inlet) {
      requireSignature(request, settings.signing_secret);
      const payload = readPayload(request);
      if (payload.type === 'url_verification') return { status: 200, body: { challenge: payload.challenge } };
      await workspaces.take(payload, inlet);
      return { status: 200, body: '' };
    },
    async post(address, reply, id) {
      const metadata = { event_type: mark, event_payload: { id } };
      const text = await renderReply(reply, slackMarkup);
      const message = { ...placeOf(address), text, metadata } satisfies ChatPostMessageArguments;
      const call = await workspaces.apiFor(address);
      const { ts } = await sendBlocks(call, 'chat.postMessage', message, await blocksOf(reply));
      return textOf(ts);
    },
    async edit(address, platformId, reply) {
      const text = await renderReply(reply, slackMarkup);
      const message = { channel: textOf(address.channel), ts: platformId, text };
      await sendBlocks(await workspaces.apiFor(address), 'chat.update', message, await blocksOf(reply));
    },
    async download(address, { source }, maxBytes, signal) {
      const hosts = ['slack.com', ...(settings.api_url ? [new URL(settings.api_url).host] : [])];
      const token = { value: await workspaces.tokenFor(address), hosts };
      return downloadFile({ label: 'Slack', fetch: host.fetch, url: source, maxBytes, signal, token });
    },
    files: 'all',
    postFile: async (address, file) => uploadFile(await workspaces.apiFor(address), host.fetch, address, file),
    find: async (address, id) => findPost(await workspaces.apiFor(address), address, id),
  };
}

/** Returns a field that is missing: each mode needs its own secrets, and the bot needs a token or a way to get one. */
function faultInSlack(settings: SlackSettings): [field: string, reason: string] | undefined {
  const { mode, bot_token, client_id, client_secret, app_token, signing_secret } = settings;
  if (bot_token === undefined && client_id === undefined)
    return ['bot_token', 'is required; an app for several workspaces has client_id and client_secret instead'];
  if (bot_token !== undefined && client_id !== undefined)
    return ['client_id', 'goes with several workspaces: leave out bot_token, each brings its own'];
  if (client_id !== undefined && client_secret === undefined) return ['client_secret', 'is required with client_id'];
  if (mode === 'webhook' && signing_secret === undefined) return ['signing_secret', 'is required in mode webhook'];
  if (mode !== 'webhook' && app_token === undefined) return ['app_token', 'is required in mode socket'];
  return undefined;
}

/** Blocks that Slack refuses are left out, because the text has the same content. */
async function sendBlocks(call: SlackApi, method: string, message: object, blocks: KnownBlock[] | undefined) {
  try {
    return await call(method, { ...message, blocks });
  } catch (error) {
    const isAboutBlocks = error instanceof ChannelFailure && /blocks|table/.test(error.message);
    if (!isAboutBlocks || blocks === undefined) throw error;
    return call(method, { ...message });
  }
}

function placeOf({ channel, thread }: ReplyAddress) {
  return { channel: textOf(channel), thread_ts: textOf(thread) || undefined, unfurl_links: false };
}

/** Searches the messages of the last day in the thread or chat for the one with the ID. */
async function findPost(call: SlackApi, { channel, thread }: ReplyAddress, id: string): Promise<string | undefined> {
  const method = thread ? 'conversations.replies' : 'conversations.history';
  const oldest = Date.now() / 1000 - 24 * 3600;
  const { messages } = await call(method, { channel, ts: thread, oldest, limit: 200, include_all_metadata: true });
  const found = Array.isArray(messages) ? messages.map(fieldsOf).find((one) => idOf(one) === id) : undefined;
  return found && textOf(found.ts);
}

function idOf({ metadata }: Record<string, unknown>): string {
  return textOf(fieldsOf(fieldsOf(metadata).event_payload).id);
}
