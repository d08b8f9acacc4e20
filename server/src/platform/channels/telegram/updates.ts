import { fieldsOf, textOf } from '../call-platform.ts';
import { joinIds } from '../identity.ts';
import type { Identity, Inbound } from '../platform.ts';

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

/** The message of an update; undefined for updates of other kinds and for messages of the service or of bots. */
export function readUpdate(update: unknown, bot: Identity): Inbound | undefined {
  const { message, edited_message } = fieldsOf(update);
  const fields = fieldsOf(message ?? edited_message);
  const chat = fieldsOf(fields.chat);
  const from = fieldsOf(fields.from);
  const text = textOf(fields.text ?? fields.caption);
  const attachment = Object.keys(attachments).find((kind) => kind in fields);
  if (from.is_bot !== false || (text === '' && attachment === undefined)) return undefined;
  const thread = fields.is_topic_message === true ? Number(fields.message_thread_id) : null;
  return {
    // Photos sent together are messages of their own: they are answered once.
    id: joinIds(textOf(chat.id), textOf(fields.media_group_id) || textOf(fields.message_id)),
    conversation: thread === null ? textOf(chat.id) : joinIds(textOf(chat.id), textOf(fields.message_thread_id)),
    address: { chat: Number(chat.id), thread, message: Number(fields.message_id), private: chat.type === 'private' },
    order: textOf(fields.message_id).padStart(16, '0'),
    author: { id: textOf(from.id), name: textOf(from.username) || textOf(from.first_name) },
    place: textOf(chat.id),
    text: withoutMention(text, bot.name),
    isForBot: chat.type === 'private' || mentions(text, bot.name) || isReplyTo(fields, bot),
    ...(attachment !== undefined && { attachment: attachments[attachment] }),
    ...(message === undefined && { isEdit: true }),
  };
}

function mentions(text: string, username: string): boolean {
  return new RegExp(`@${username}\\b`, 'i').test(text);
}

/** `/reset@my_bot` is how groups address a command. */
function withoutMention(text: string, username: string): string {
  return text.replace(new RegExp(`\\s*@${username}\\b`, 'gi'), '').trim();
}

function isReplyTo({ reply_to_message: replied }: Record<string, unknown>, bot: Identity): boolean {
  return textOf(fieldsOf(fieldsOf(replied).from).id) === bot.id;
}
