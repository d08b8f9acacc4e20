import type { KnownBlock } from '@slack/types';
import type { ChatPostMessageArguments } from '@slack/web-api';
import { fieldsOf, textOf } from '../call-platform.ts';
import { definePlatform } from '../define-platform.ts';
import { downloadFile } from '../download.ts';
import { ChannelFailure } from '../failure.ts';
import { renderReply } from '../markdown/reply.ts';
import type { Channel, ChannelHost, Inlet, ReplyAddress } from '../platform.ts';
import { openSlackApi, type SlackApi } from './api.ts';
import { blocksOf } from './blocks.ts';
import { readButton, readCommand } from './commands.ts';
import { readEvent } from './events.ts';
import { uploadFile } from './files.ts';
import { slackMarkup } from './markup.ts';
import { type SlackSettings, slackSettings } from './settings.ts';
import { SlackSocket } from './socket.ts';
import { readPayload, requireSignature } from './webhook.ts';

const mark = 'sibyl_answer';

/** Slack by its Web API, events over HTTP or a socket. A post carries its ID as metadata, by which it is found again. */
export const slack = definePlatform({
  type: 'slack',
  label: 'Slack',
  settings: slackSettings,
  secrets: ['bot_token', 'app_token', 'signing_secret'],
  usesWebhook: ({ mode }) => mode === 'webhook',
  open: openSlack,
});

function openSlack(settings: SlackSettings, room: ChannelHost): Channel {
  const call = openSlackApi(settings, settings.bot_token, room.fetch);
  let socket: SlackSocket | undefined;
  return {
    certainty: 'findable',
    textLimit: 4000,
    measure: async (reply) => (await renderReply(reply, slackMarkup)).length,
    editEveryMs: () => 1500,
    async check(signal) {
      requireMode(settings);
      const { user_id, user } = await call('auth.test', {}, signal);
      return { id: textOf(user_id), name: textOf(user) };
    },
    async start(inlet) {
      if (settings.mode === 'webhook') return;
      const connect = openSlackApi(settings, settings.app_token ?? '', room.fetch);
      const take = (payload: Record<string, unknown>) => takeEvent(payload, inlet);
      socket = new SlackSocket({ connect, openSocket: room.openSocket, take, fail: inlet.fail });
      await socket.open();
    },
    stop: async () => socket?.close(),
    async webhook(request, inlet) {
      requireSignature(request, settings.signing_secret);
      const payload = readPayload(request);
      if (payload.type === 'url_verification') return { status: 200, body: { challenge: payload.challenge } };
      await takeEvent(payload, inlet);
      return { status: 200, body: '' };
    },
    async post(address, reply, id) {
      const metadata = { event_type: mark, event_payload: { id } };
      const text = await renderReply(reply, slackMarkup);
      const message = { ...placeOf(address), text, metadata } satisfies ChatPostMessageArguments;
      const { ts } = await sendBlocks(call, 'chat.postMessage', message, await blocksOf(reply));
      return textOf(ts);
    },
    async edit(address, platformId, reply) {
      const text = await renderReply(reply, slackMarkup);
      const message = { channel: textOf(address.channel), ts: platformId, text };
      await sendBlocks(call, 'chat.update', message, await blocksOf(reply));
    },
    download: ({ source }, maxBytes, signal) =>
      downloadFile({ label: 'Slack', fetch: room.fetch, url: source, maxBytes, signal, token: tokenOf(settings) }),
    files: 'all',
    postFile: (address, file) => uploadFile(call, room.fetch, address, file),
    find: (address, id) => findPost(call, address, id),
  };
}

function tokenOf({ api_url, bot_token }: SlackSettings) {
  return { value: bot_token, hosts: ['slack.com', ...(api_url ? [new URL(api_url).host] : [])] };
}

async function takeEvent(payload: Record<string, unknown>, inlet: Inlet): Promise<void> {
  const message = readCommand(payload) ?? readButton(payload) ?? readEvent(payload, inlet.identity);
  if (message) await inlet.take([message]);
}

function requireMode({ mode, app_token, signing_secret }: SlackSettings): void {
  if (mode === 'webhook' && signing_secret === undefined)
    throw new ChannelFailure('credentials', 'Mode webhook needs the signing_secret of the app.');
  if (mode !== 'webhook' && app_token === undefined)
    throw new ChannelFailure('credentials', 'Mode socket needs an app_token with connections:write.');
}

/** Blocks that Slack does not take are left out: the text says the same. */
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

/** Looks through the messages of the last day in the thread or chat for the one that carries the ID. */
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
