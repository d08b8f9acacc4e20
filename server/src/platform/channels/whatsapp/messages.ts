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
  const content = fieldsOf(message[kind]);
  const contact = fieldsOf(contactOf(message, contacts));
  const phone = textOf(message.from) || textOf(contact.wa_id);
  const user = textOf(message.from_user_id) || textOf(contact.user_id);
  const from = phone || user;
  return {
    id: textOf(message.id),
    conversation: from,
    address: { ...(phone ? { to: phone } : { recipient: user }), message: textOf(message.id) },
    order: textOf(message.timestamp).padStart(16, '0'),
    author: { id: from, name: textOf(fieldsOf(contact.profile).name) },
    place: from,
    text: kind === 'text' ? textOf(content.body) : textOf(content.caption ?? content.text),
    isForBot: true,
    ...(kind !== 'text' && { attachment: attachments[kind] ?? 'this' }),
  };
}

/** Whoever shows a username and no number goes by `user_id` alone. Of several contacts none is taken by guess. */
function contactOf({ from, from_user_id }: Record<string, unknown>, contacts: Record<string, unknown>[]) {
  const isTheirs = ({ wa_id, user_id }: Record<string, unknown>) =>
    (from !== undefined && wa_id === from) || (from_user_id !== undefined && user_id === from_user_id);
  const isNamed = from !== undefined || from_user_id !== undefined;
  return contacts.find(isTheirs) ?? (contacts.length === 1 && !isNamed ? contacts[0] : undefined);
}

function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.map(fieldsOf) : [];
}
