import { fieldsOf, textOf } from '../call-platform.ts';
import type { Identity, Inbound, IncomingFile } from '../platform.ts';

/** Plain messages and replies; other types are Discord's own, such as joins and pins. */
const written = new Set([0, 19]);

/** Reads a person's message; undefined for those of bots and of Discord. */
export function readMessage(value: unknown, bot: Identity): Inbound | undefined {
  const message = fieldsOf(value);
  const author = fieldsOf(message.author);
  if (!written.has(Number(textOf(message.type) || Number.NaN)) || author.bot === true || textOf(author.id) === '')
    return undefined;
  const mentions = Array.isArray(message.mentions) ? message.mentions.map(fieldsOf) : [];
  const hasFile = Array.isArray(message.attachments) && message.attachments.length > 0;
  const text = textOf(message.content)
    .replaceAll(new RegExp(`<@!?${bot.id}>`, 'g'), '')
    .trim();
  if (text === '' && !hasFile) return undefined;
  return {
    id: textOf(message.id),
    conversation: textOf(message.channel_id),
    address: { channel: textOf(message.channel_id), message: textOf(message.id) },
    order: textOf(message.id).padStart(20, '0'),
    author: { id: textOf(author.id), name: textOf(author.global_name) || textOf(author.username) },
    place: textOf(message.channel_id),
    text,
    isForBot: message.guild_id === undefined || mentions.some(({ id }) => id === bot.id),
    ...(hasFile && { attachment: 'a file', files: filesOf(message.attachments) }),
    ...(textOf(message.edited_timestamp) !== '' && { isEdit: true }),
  };
}

function filesOf(attachments: unknown): IncomingFile[] {
  return (Array.isArray(attachments) ? attachments.map(fieldsOf) : []).map((file) => ({
    name: textOf(file.filename),
    mediaType: textOf(file.content_type),
    byteSize: Number(textOf(file.size) || Number.NaN),
    source: textOf(file.url),
  }));
}
