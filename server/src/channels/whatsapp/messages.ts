import { fieldsOf, textOf } from '../call-platform.ts';
import type { Inbound } from '../platform.ts';

const attachments: Record<string, string> = {
  image: 'a photo',
  video: 'a video',
  audio: 'a voice message',
  document: 'a file',
  sticker: 'a sticker',
  location: 'a location',
  contacts: 'a contact',
};
/** Not written to be answered. */
const silent = new Set(['reaction', 'system', 'unsupported']);

/** The messages of persons in a notification to this phone number. */
export function readNotification(body: Record<string, unknown>, phoneNumberId: string): Inbound[] {
  return listOf(body.entry)
    .flatMap(({ changes }) => listOf(changes))
    .map(({ value }) => fieldsOf(value))
    .filter(({ metadata }) => fieldsOf(metadata).phone_number_id === phoneNumberId)
    .flatMap(({ messages, contacts }) => listOf(messages).flatMap((one) => readMessage(one, listOf(contacts)) ?? []));
}

function readMessage(message: Record<string, unknown>, contacts: Record<string, unknown>[]): Inbound | undefined {
  const kind = textOf(message.type);
  if (silent.has(kind) || textOf(message.id) === '') return undefined;
  const from = textOf(message.from);
  const content = fieldsOf(message[kind]);
  const contact = contacts.find(({ wa_id }) => wa_id === from);
  return {
    id: textOf(message.id),
    conversation: from,
    address: { to: from, message: textOf(message.id) },
    order: textOf(message.timestamp).padStart(16, '0'),
    author: { id: from, name: textOf(fieldsOf(contact?.profile).name) },
    place: from,
    text: kind === 'text' ? textOf(content.body) : textOf(content.caption ?? content.text),
    isForBot: true,
    ...(kind !== 'text' && { attachment: attachments[kind] ?? 'this' }),
  };
}

function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.map(fieldsOf) : [];
}
