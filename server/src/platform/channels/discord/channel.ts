import { fieldsOf, textOf } from '../call-platform.ts';
import { definePlatform } from '../define-platform.ts';
import { ChannelFailure } from '../failure.ts';
import type { Channel, ChannelHost, Inlet, Reply } from '../platform.ts';
import { withSources } from '../sources.ts';
import { type DiscordApi, openDiscordApi } from './api.ts';
import { DiscordGateway } from './gateway.ts';
import { readMessage } from './messages.ts';
import { type DiscordSettings, discordSettings } from './settings.ts';

const longestNonce = 25;
const missedAtOnce = 100;

/** Discord by its gateway and REST API. It reads Markdown; answers are edited into a placeholder that was posted first. */
export const discord = definePlatform({
  type: 'discord',
  label: 'Discord',
  settings: discordSettings,
  secrets: ['bot_token'],
  open: openDiscord,
});

function openDiscord(settings: DiscordSettings, room: ChannelHost): Channel {
  const call = openDiscordApi(settings, room.fetch);
  let gateway: DiscordGateway | undefined;
  return {
    certainty: 'reserved',
    textLimit: 1500, // of 2000: sources come below
    editEveryMs: 1500,
    async check(signal) {
      const { id, username } = fieldsOf(await call('GET', '/users/@me', undefined, signal));
      return { id: textOf(id), name: textOf(username) };
    },
    async start(inlet) {
      const { url } = fieldsOf(await call('GET', '/gateway/bot'));
      gateway = new DiscordGateway({
        token: settings.bot_token,
        url: textOf(url),
        openSocket: room.openSocket,
        take: (type, data) => takeEvent(type, data, inlet),
        fail: inlet.fail,
      });
      await gateway.open();
      await catchUp(call, inlet);
    },
    stop: async () => gateway?.close(),
    typing: async ({ channel }) => void (await call('POST', `/channels/${channel}/typing`)),
    async post({ channel, message }, reply, id) {
      const answered = { message_id: message, fail_if_not_exists: false };
      const once = { nonce: id.slice(-longestNonce), enforce_nonce: true };
      const body = { ...contentOf(reply), ...once, message_reference: answered };
      return textOf(fieldsOf(await call('POST', `/channels/${channel}/messages`, body)).id);
    },
    edit: async ({ channel }, platformId, reply) =>
      void (await call('PATCH', `/channels/${channel}/messages/${platformId}`, contentOf(reply))),
  };
}

async function takeEvent(type: string, data: Record<string, unknown>, inlet: Inlet): Promise<void> {
  if (type !== 'MESSAGE_CREATE' && type !== 'MESSAGE_UPDATE') return;
  const message = readMessage(data, inlet.identity);
  if (message) await inlet.take([message]);
}

/** The gateway repeats nothing of the time when nobody listened: what was written then is read from the channels known. */
async function catchUp(call: DiscordApi, inlet: Inlet): Promise<void> {
  for (const { conversation, id } of await inlet.latest()) {
    const missed = await readMissed(call, conversation, id).catch((error) => {
      // A channel that is gone, or closed to the bot, holds nothing for it.
      if (error instanceof ChannelFailure && error.kind === 'refused') return [];
      throw error;
    });
    const messages = missed.flatMap((one) => readMessage(one, inlet.identity) ?? []);
    await inlet.take(messages.map(({ isEdit: _, ...message }) => message));
  }
}

/** Messages behind one of a channel. They do not say themselves whether they are of a server: their channel does. */
async function readMissed(call: DiscordApi, channel: string, after: string): Promise<Record<string, unknown>[]> {
  const missed = await call('GET', `/channels/${channel}/messages?after=${after}&limit=${missedAtOnce}`);
  if (!Array.isArray(missed) || missed.length === 0) return [];
  const { guild_id } = fieldsOf(await call('GET', `/channels/${channel}`));
  return missed.map((message) => ({ ...fieldsOf(message), guild_id }));
}

/** Whoever is named in an answer is not called by it. */
function contentOf(reply: Reply): object {
  return { content: withSources(reply), allowed_mentions: { parse: [] } };
}
