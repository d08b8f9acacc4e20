import { createHash } from 'node:crypto';
import type { ApiMethods, InlineKeyboardMarkup } from '@grammyjs/types';
import { fieldsOf, fileBlob, textOf } from '../call-platform.ts';
import { definePlatform } from '../define-platform.ts';
import { downloadFile } from '../download.ts';
import { ChannelFailure, WebhookRefusal } from '../failure.ts';
import { renderReply } from '../markdown/reply.ts';
import type { Channel, ChannelHost, Identity, Inlet, OutgoingFile, Reply, ReplyAddress } from '../platform.ts';
import { headerOf, isSame, readWebhookBody } from '../signatures.ts';
import { apiOf, openTelegramApi, type TelegramApi } from './api.ts';
import { lengthOf, telegramMarkup } from './markup.ts';
import { inspectTelegram } from './permissions.ts';
import { type TelegramSettings, telegramSettings } from './settings.ts';
import { readUpdate } from './updates.ts';

type Post = Parameters<ApiMethods<never>['sendMessage']>[0];

const pollSeconds = 25;
const allowed_updates = ['message', 'edited_message', 'callback_query'] as const;
const longestLabel = 64;
const longestCaption = 1024;
const commands = [
  { command: 'help', description: 'What I can do' },
  { command: 'new', description: 'Forget what we said' },
  { command: 'sources', description: 'What my last answer rests on' },
];

/** Telegram by its Bot API. Posts have no ID of ours, so an answer is edited into a message that was posted first. */
export const telegram = definePlatform({
  type: 'telegram',
  label: 'Telegram',
  settings: telegramSettings,
  secrets: ['bot_token'],
  addressOf: (_settings, chat) => addressOfChat(chat),
  usesWebhook: ({ mode }) => mode === 'webhook',
  open: (settings, host) => openTelegram(settings, host),
});

/** A chat, or a topic of one behind its chat: `-100123:7`. */
function addressOfChat(id: string): ReplyAddress | undefined {
  const [, chat, thread] = /^(-?\d{1,15})(?::(\d{1,10}))?$/.exec(id) ?? [];
  if (chat === undefined) return undefined;
  return { chat: Number(chat), thread: thread === undefined ? null : Number(thread), message: null, private: false };
}

function openTelegram(settings: TelegramSettings, host: ChannelHost): Channel {
  const call = openTelegramApi(settings, host.fetch);
  const usesWebhook = settings.mode === 'webhook';
  const secret_token = createHash('sha256').update(`webhook of ${settings.bot_token}`).digest('hex');
  let stopping = new AbortController();
  let polling: Promise<void> = Promise.resolve();
  return {
    certainty: 'reserved',
    textLimit: 4096,
    measure: async (reply) => lengthOf(await renderReply(reply, telegramMarkup)),
    // Limits of Telegram: a message per second in a private chat, twenty per minute in a group.
    editEveryMs: (address) => (address.private ? 1500 : 6000),
    check: (signal) => readIdentity(call, signal),
    inspect: (signal) => inspectTelegram(settings, call, signal),
    async start(inlet) {
      await call('setMyCommands', { commands }).catch(() => {}); // optional, because commands can also be typed
      if (usesWebhook) await call('setWebhook', { url: requireUrl(host), secret_token, allowed_updates });
      else {
        await call('deleteWebhook');
        stopping = new AbortController();
        polling = poll(call, inlet, stopping.signal);
      }
    },
    async stop() {
      stopping.abort();
      await polling;
    },
    async webhook(request, inlet) {
      if (!isSame(headerOf(request, 'x-telegram-bot-api-secret-token'), secret_token))
        throw new WebhookRefusal('The secret token of Telegram is missing or wrong.');
      await takeUpdates(call, inlet, [readWebhookBody(request)]);
      return { status: 200, body: {} };
    },
    typing: async (address) => void (await call('sendChatAction', { ...placeOf(address), action: 'typing' })),
    async post(address, reply) {
      const answered = !address.private && address.message ? { message_id: Number(address.message) } : undefined;
      const reply_parameters = answered && { ...answered, allow_sending_without_reply: true };
      const target = { ...placeOf(address), reply_parameters } satisfies Omit<Post, 'text'>;
      const sent = await sendText(call, 'sendMessage', target, reply);
      return textOf(fieldsOf(sent).message_id);
    },
    async download(_address, { source }, maxBytes, signal) {
      const { file_path } = fieldsOf(await call('getFile', { file_id: source }, { signal }));
      const url = `${apiOf(settings)}/file/bot${settings.bot_token}/${textOf(file_path)}`;
      return downloadFile({ label: 'Telegram', fetch: host.fetch, url, maxBytes, signal });
    },
    files: 'all',
    postFile: (address, file) => sendFile(call, address, file),
    async edit(address, platformId, reply) {
      await sendText(call, 'editMessageText', { chat_id: address.chat, message_id: Number(platformId) }, reply);
    },
  };
}

async function readIdentity(call: TelegramApi, signal: AbortSignal): Promise<Identity> {
  const { id, username } = fieldsOf(await call('getMe', {}, { signal }));
  return { id: textOf(id), name: textOf(username) };
}

/** Polls for updates. The offset of the next request confirms an update, so it is sent after the update is stored. */
async function poll(call: TelegramApi, inlet: Inlet, signal: AbortSignal): Promise<void> {
  let offset: number | undefined;
  while (!signal.aborted) {
    try {
      const options = { signal, timeoutMs: (pollSeconds + 10) * 1000 };
      const updates = await call('getUpdates', { offset, timeout: pollSeconds, allowed_updates }, options);
      if (!Array.isArray(updates) || updates.length === 0) continue;
      await takeUpdates(call, inlet, updates);
      offset = Math.max(...updates.map((update) => Number(fieldsOf(update).update_id))) + 1;
    } catch (error) {
      if (signal.aborted) return;
      return inlet.fail(failureOf(error));
    }
  }
}

/** Takes updates; a press of a button is acknowledged at once. */
async function takeUpdates(call: TelegramApi, inlet: Inlet, updates: unknown[]): Promise<void> {
  await inlet.take(updates.flatMap((update) => readUpdate(update, inlet.identity) ?? []));
  for (const update of updates) {
    const { callback_query } = fieldsOf(update);
    if (callback_query === undefined) continue;
    const callback_query_id = textOf(fieldsOf(callback_query).id);
    // Telegram refuses this when the press is too old.
    await call('answerCallbackQuery', { callback_query_id, text: '✓' }).catch(() => {});
  }
}

function failureOf(error: unknown): ChannelFailure {
  return error instanceof ChannelFailure ? error : new ChannelFailure('temporary', 'A message could not be stored.');
}

function placeOf({ chat, thread }: ReplyAddress) {
  return { chat_id: Number(chat), ...(thread ? { message_thread_id: Number(thread) } : {}) };
}

/** Sends HTML, or plain text when Telegram cannot read the HTML. */
async function sendText(call: TelegramApi, method: string, target: object, reply: Reply): Promise<unknown> {
  const reply_markup = keyboardOf(reply.buttons);
  const common = { ...target, link_preview_options: { is_disabled: true }, reply_markup };
  try {
    const content = { text: await renderReply(reply, telegramMarkup), parse_mode: 'HTML' } satisfies Omit<
      Post,
      'chat_id'
    >;
    return await call(method, { ...common, ...content });
  } catch (error) {
    if (!(error instanceof ChannelFailure) || error.kind !== 'refused') throw error;
    if (error.message.includes('message is not modified')) return undefined;
    if (!error.message.includes("can't parse entities")) throw error;
    return call(method, { ...common, text: reply.text });
  }
}

function keyboardOf(buttons: Reply['buttons']): InlineKeyboardMarkup | undefined {
  if (!buttons || buttons.length === 0) return undefined;
  const keys = buttons.map(({ id, label }) => ({ text: label.slice(0, longestLabel), callback_data: id }));
  // Short buttons are put side by side.
  const isShort = keys.every(({ text }) => text.length <= 4);
  return { inline_keyboard: isShort ? [keys] : keys.map((key) => [key]) };
}

async function sendFile(call: TelegramApi, address: ReplyAddress, file: OutgoingFile): Promise<string> {
  const [method, field] = file.mediaType === 'image/png' ? ['sendPhoto', 'photo'] : ['sendDocument', 'document'];
  const form = new FormData();
  for (const [name, value] of Object.entries(placeOf(address))) form.append(name, String(value));
  form.append('caption', file.caption.slice(0, longestCaption));
  form.append(field, fileBlob(file), file.name);
  return textOf(fieldsOf(await call(method, form)).message_id);
}

function requireUrl({ webhookUrl }: ChannelHost): string {
  if (webhookUrl === undefined)
    throw new ChannelFailure('refused', 'Mode webhook needs SIBYL_PUBLIC_URL; otherwise use mode polling');
  return webhookUrl;
}
