import { fieldsOf, textOf } from '../call-platform.ts';
import { joinIds } from '../identity.ts';
import type { Identity, Inbound, IncomingFile } from '../platform.ts';

const readable = new Set(['', 'file_share', 'thread_broadcast', 'message_changed']);

/** Reads the message of an event; undefined for other events and for messages of bots. */
export function readEvent(payload: Record<string, unknown>, bot: Identity): Inbound | undefined {
  const event = fieldsOf(payload.event);
  const subtype = textOf(event.subtype);
  if ((event.type !== 'message' && event.type !== 'app_mention') || !readable.has(subtype)) return undefined;
  const isEdit = subtype === 'message_changed';
  const message = isEdit ? fieldsOf(event.message) : event;
  if (message.bot_id !== undefined || textOf(message.user) === '' || message.user === bot.id) return undefined;
  const channel = textOf(event.channel);
  const time = textOf(message.ts);
  const isDirect = event.channel_type === 'im';
  // In a channel an answer opens a thread below the message; in a direct chat it stays outside unless the message is in
  // a thread.
  const thread = textOf(message.thread_ts) || (isDirect ? '' : time);
  const raw = textOf(message.text);
  const hasFile = Array.isArray(message.files) && message.files.length > 0;
  return {
    id: joinIds(channel, time),
    conversation: thread === '' ? channel : joinIds(channel, thread),
    address: { channel, thread: thread || null },
    order: time.padStart(20, '0'),
    author: { id: textOf(message.user), name: '' },
    place: channel,
    text: readText(raw, bot),
    isForBot: isDirect || event.type === 'app_mention' || raw.includes(`<@${bot.id}>`),
    ...(hasFile && { attachment: 'a file', files: filesOf(message.files) }),
    ...(textOf(message.thread_ts) !== '' && !namesAnother(raw, bot) && { isInThread: true }),
    ...(isEdit && { isEdit }),
  };
}

function filesOf(files: unknown): IncomingFile[] {
  return (Array.isArray(files) ? files.map(fieldsOf) : []).map((file) => ({
    name: textOf(file.name),
    mediaType: textOf(file.mimetype),
    byteSize: Number(textOf(file.size) || Number.NaN),
    source: textOf(file.url_private_download),
  }));
}

/** A text that begins with another user's name is for that user, even in a thread of the bot. */
function namesAnother(text: string, bot: Identity): boolean {
  const [, named] = /^\s*<@(\w+)/.exec(text) ?? [];
  return named !== undefined && named !== bot.id;
}

/** Slack writes links and names in angle brackets and escapes three characters. */
function readText(text: string, bot: Identity): string {
  return text
    .replaceAll(`<@${bot.id}>`, '')
    .replace(/<(https?:[^<|>]+)\|([^<>]+)>/g, '$2 ($1)')
    .replace(/<[#@!]?([^<|>]+)(?:\|([^<>]+))?>/g, (_all, id, label) => label ?? id)
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .trim();
}
