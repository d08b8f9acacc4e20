import { fieldsOf, textOf } from '../call-platform.ts';
import { joinIds } from '../identity.ts';
import type { Identity, Inbound } from '../platform.ts';
import { visible } from '../visible.ts';

const attachments: Record<string, string> = {
  photo: 'a photo',
  document: 'a file',
  voice: 'a voice message',
  audio: 'an audio file',
  video: 'a video',
  video_note: 'a video message',
  animation: 'an animation',
  sticker: 'a sticker',
  location: 'a location',
  contact: 'a contact',
  poll: 'a poll',
  dice: 'a dice',
};

/** Reads the message of an update; undefined for other updates and for messages of Telegram or of bots. */
export function readUpdate(update: unknown, bot: Identity): Inbound | undefined {
  const { message, edited_message, callback_query } = fieldsOf(update);
  if (callback_query !== undefined) return readPress(fieldsOf(callback_query));
  const fields = fieldsOf(message ?? edited_message);
  const chat = fieldsOf(fields.chat);
  const from = fieldsOf(fields.from);
  const text = textOf(fields.text ?? fields.caption);
  const attachment = Object.keys(attachments).find((kind) => kind in fields);
  if (from.is_bot !== false || (!visible.test(text) && attachment === undefined)) return undefined;
  const thread = fields.is_topic_message === true ? Number(textOf(fields.message_thread_id)) : null;
  return {
    // Photos of one album arrive as separate messages but are answered once.
    id: joinIds(textOf(chat.id), textOf(fields.media_group_id) || textOf(fields.message_id)),
    conversation: thread === null ? textOf(chat.id) : joinIds(textOf(chat.id), textOf(fields.message_thread_id)),
    address: {
      chat: Number(textOf(chat.id)),
      thread,
      message: Number(textOf(fields.message_id)),
      private: chat.type === 'private',
    },
    order: textOf(fields.message_id).padStart(16, '0'),
    author: { id: textOf(from.id), name: textOf(from.username) || textOf(from.first_name) },
    place: textOf(chat.id),
    text: withoutMention(text, bot.name),
    isForBot: chat.type === 'private' || mentions(text, bot.name) || isReplyTo(fields, bot),
    ...(attachment !== undefined && { attachment: attachments[attachment] }),
    ...filesIn(fieldsOf(fields.document)),
    ...(message === undefined && { isEdit: true }),
  };
}

function filesIn({ file_id, file_name, mime_type, file_size }: Record<string, unknown>): Pick<Inbound, 'files'> {
  if (textOf(file_id) === '') return {};
  const byteSize = Number(textOf(file_size) || Number.NaN);
  return { files: [{ name: textOf(file_name), mediaType: textOf(mime_type), byteSize, source: textOf(file_id) }] };
}

/** Reads a press of a button of the bot. */
function readPress({ id, from, message, data }: Record<string, unknown>): Inbound | undefined {
  const { id: user, username, first_name, is_bot } = fieldsOf(from);
  const place = textOf(fieldsOf(fieldsOf(message).chat).id);
  if (is_bot !== false || textOf(data) === '') return undefined;
  return {
    id: joinIds('press', textOf(id)),
    conversation: place,
    address: {},
    order: '',
    author: { id: textOf(user), name: textOf(username) || textOf(first_name) },
    place,
    text: '',
    isForBot: true,
    pressed: textOf(data),
  };
}

function mentions(text: string, username: string): boolean {
  return new RegExp(`@${username}\\b`, 'i').test(text);
}

/** In groups commands are addressed as `/reset@my_bot`. */
function withoutMention(text: string, username: string): string {
  return text.replace(new RegExp(`\\s*@${username}\\b`, 'gi'), '').trim();
}

function isReplyTo({ reply_to_message: replied }: Record<string, unknown>, bot: Identity): boolean {
  return textOf(fieldsOf(fieldsOf(replied).from).id) === bot.id;
}
