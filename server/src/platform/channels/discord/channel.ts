import type {
  APIActionRowComponent,
  APIButtonComponent,
  RESTPostAPIChannelMessageJSONBody,
} from 'discord-api-types/v10';
import { fieldsOf, fileBlob, textOf } from '../call-platform.ts';
import { definePlatform } from '../define-platform.ts';
import { downloadFile } from '../download.ts';
import { ChannelFailure } from '../failure.ts';
import { renderReply } from '../markdown/reply.ts';
import type { Button, Channel, ChannelHost, Inlet, OutgoingFile, Reply, ReplyAddress } from '../platform.ts';
import { type DiscordApi, openDiscordApi } from './api.ts';
import type { GatewaySession } from './connection.ts';
import { registerCommands, takeInteraction } from './interactions.ts';
import { discordMarkup } from './markup.ts';
import { readMessage } from './messages.ts';
import { inspectDiscord } from './permissions.ts';
import { type DiscordSettings, discordSettings } from './settings.ts';
import { DiscordShards } from './shards.ts';

const longestNonce = 25;
const missedAtOnce = 100;
const mostMissed = 10_000;
const inRow = 5;
const mostButtons = 25;
const longestLabel = 80;
const longestDescription = 1024;

/**
 * Discord by its gateway and REST API. A post without a response is found again by the message that it replies to and
 * its text.
 */
export const discord = definePlatform({
  type: 'discord',
  label: 'Discord',
  settings: discordSettings,
  secrets: ['bot_token'],
  addressOf: (_settings, channel) => (/^\d{1,20}$/.test(channel) ? { channel, message: null } : undefined),
  open: openDiscord,
});

function openDiscord(settings: DiscordSettings, host: ChannelHost): Channel {
  const call = openDiscordApi(settings, host.fetch);
  const sessions = new Map<string, GatewaySession>();
  let self = '';
  let shards: DiscordShards | undefined;
  return {
    certainty: 'findable',
    textLimit: 2000,
    measure: async (reply) => (await renderReply(reply, discordMarkup)).length,
    editEveryMs: () => 1500,
    async check(signal) {
      const { id, username } = fieldsOf(await call('GET', '/users/@me', undefined, signal));
      self = textOf(id);
      return { id: self, name: textOf(username) };
    },
    inspect: (signal) => inspectDiscord(call, signal),
    async start(inlet) {
      // Behind a message that was taken nothing is looked for after a crash: what was missed comes first.
      const caughtUp = Promise.withResolvers<void>();
      caughtUp.promise.catch(() => {}); // told by who waits for it
      const gatewayHost = {
        token: settings.bot_token,
        openSocket: host.openSocket,
        take: async (type: string, data: Record<string, unknown>) => {
          await caughtUp.promise;
          await takeEvent(call, type, data, inlet);
        },
        fail: inlet.fail,
      };
      void registerCommands(call, inlet.identity);
      shards = new DiscordShards(gatewayHost, sessions);
      await shards.open(call, settings.shards);
      await catchUp(call, inlet).then(caughtUp.resolve, (error) => {
        caughtUp.reject(error);
        throw error;
      });
    },
    stop: async () => shards?.close(),
    typing: async ({ channel }) => void (await call('POST', `/channels/${channel}/typing`)),
    async post({ channel, message }, reply, id) {
      const answered = message === null ? undefined : { message_id: textOf(message), fail_if_not_exists: false };
      const once = { nonce: id.slice(-longestNonce), enforce_nonce: true };
      const content = await contentOf(reply);
      const body = { ...content, ...once, message_reference: answered } satisfies RESTPostAPIChannelMessageJSONBody;
      const shown = fieldsOf(await call('POST', `/channels/${channel}/messages`, body));
      const path = `/channels/${channel}/messages/${textOf(shown.id)}`;
      // Under a known nonce Discord returns what was posted before: the beginning of this answer.
      if (textOf(shown.content).endsWith(' …') && shown.content !== content.content) await call('PATCH', path, content);
      return textOf(shown.id);
    },
    download: (_address, { source }, maxBytes, signal) =>
      downloadFile({ label: 'Discord', fetch: host.fetch, url: source, maxBytes, signal }),
    files: 'all',
    postFile: ({ channel, message }, file, id) => sendFile(call, textOf(channel), textOf(message), file, id),
    edit: async ({ channel }, platformId, reply) =>
      void (await call('PATCH', `/channels/${channel}/messages/${platformId}`, await contentOf(reply))),
    find: (address, _id, reply) => findPost(call, self, address, reply),
  };
}

async function takeEvent(call: DiscordApi, type: string, data: Record<string, unknown>, inlet: Inlet): Promise<void> {
  if (type === 'INTERACTION_CREATE') return takeInteraction(call, data, inlet);
  if (type !== 'MESSAGE_CREATE' && type !== 'MESSAGE_UPDATE') return;
  // Pins and link previews are updates too, without an edit by a person.
  if (type === 'MESSAGE_UPDATE' && textOf(data.edited_timestamp) === '') return;
  const message = readMessage(data, inlet.identity);
  if (message) await inlet.take([message]);
}

/** Reads missed messages from the known channels, because the gateway does not repeat events that nobody received. */
async function catchUp(call: DiscordApi, inlet: Inlet): Promise<void> {
  for (const { conversation, id } of await inlet.latest()) {
    const missed = await readMissed(call, conversation, id).catch((error) => {
      // A deleted channel, or one closed to the bot, has no messages for it.
      if (error instanceof ChannelFailure && error.kind === 'refused') return [];
      throw error;
    });
    const messages = missed.flatMap((one) => readMessage(one, inlet.identity) ?? []);
    // Discord tells the newest first. One that is taken before older ones hides them from the next start.
    messages.sort((one, other) => (one.order < other.order ? -1 : 1));
    await inlet.take(messages.map(({ isEdit: _, ...message }) => message));
  }
}

/** Reads the messages after one of a channel, page by page. Only the channel shows whether they belong to a server. */
async function readMissed(call: DiscordApi, channel: string, after: string): Promise<Record<string, unknown>[]> {
  const missed: Record<string, unknown>[] = [];
  for (let page: Record<string, unknown>[] = [], last = after; ; last = newestOf(page)) {
    const answer = await call('GET', `/channels/${channel}/messages?after=${last}&limit=${missedAtOnce}`);
    page = Array.isArray(answer) ? answer.map(fieldsOf) : [];
    missed.push(...page);
    if (page.length < missedAtOnce || missed.length >= mostMissed) break;
  }
  if (missed.length === 0) return [];
  const { guild_id } = fieldsOf(await call('GET', `/channels/${channel}`));
  return missed.map((message) => ({ ...message, guild_id }));
}

/** IDs of Discord rise with time; a longer one is later. */
function newestOf(page: Record<string, unknown>[]): string {
  const ids = page.map(({ id }) => textOf(id));
  return ids.reduce((newest, id) => (id.padStart(20, '0') > newest.padStart(20, '0') ? id : newest), '0');
}

/** Finds the bot's reply to the message with this text, or with its beginning. */
async function findPost(call: DiscordApi, self: string, { channel, message }: ReplyAddress, reply: Reply) {
  const after = message === null ? '' : `after=${message}&`;
  const later = await call('GET', `/channels/${channel}/messages?${after}limit=${missedAtOnce}`);
  const replies = (Array.isArray(later) ? later.map(fieldsOf) : []).filter(
    ({ author, message_reference }) =>
      fieldsOf(author).id === self && textOf(fieldsOf(message_reference).message_id) === textOf(message),
  );
  const text = (await renderReply(reply, discordMarkup)).trim();
  const found = replies.find(({ content }) => content === text || textOf(content).endsWith(' …'));
  return found && textOf(found.id);
}

/** Mentions in an answer notify nobody. */
async function contentOf(reply: Reply) {
  const content = await renderReply(reply, discordMarkup);
  const components = rowsOf(reply.buttons ?? []);
  return { content, components, allowed_mentions: { parse: [] } } satisfies RESTPostAPIChannelMessageJSONBody;
}

function rowsOf(buttons: Button[]): APIActionRowComponent<APIButtonComponent>[] {
  const keys = buttons.slice(0, mostButtons).map(({ id, label }) => ({
    type: 2 as const,
    style: 2 as const,
    custom_id: id,
    label: label.slice(0, longestLabel),
  }));
  const rows = Array.from({ length: Math.ceil(keys.length / inRow) }, (_, at) =>
    keys.slice(at * inRow, (at + 1) * inRow),
  );
  return rows.map((components) => ({ type: 1, components }));
}

async function sendFile(
  call: DiscordApi,
  channel: string,
  message: string,
  file: OutgoingFile,
  id: string,
): Promise<string> {
  const payload = {
    attachments: [{ id: 0, filename: file.name, description: file.caption.slice(0, longestDescription) }],
    message_reference: { message_id: message, fail_if_not_exists: false },
    nonce: id.slice(-longestNonce),
    enforce_nonce: true,
    allowed_mentions: { parse: [] },
  } satisfies RESTPostAPIChannelMessageJSONBody;
  const form = new FormData();
  form.append('payload_json', JSON.stringify(payload));
  form.append('files[0]', fileBlob(file), file.name);
  return textOf(fieldsOf(await call('POST', `/channels/${channel}/messages`, form)).id);
}
