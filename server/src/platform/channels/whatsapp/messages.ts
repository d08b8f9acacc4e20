import { fieldsOf, textOf } from '../call-platform.ts';
import type { Inbound, ReplyAddress } from '../platform.ts';

/** Kinds of messages with content, readable or not. Other kinds need no answer. */
const attachments: Record<string, string> = {
  image: 'a photo',
  video: 'a video',
  audio: 'a voice message',
  document: 'a file',
  sticker: 'a sticker',
  location: 'a location',
  contacts: 'a contact',
  order: 'an order',
};
const readable = new Set(['text', 'button', 'interactive', ...Object.keys(attachments)]);

type Fields = Record<string, unknown>;

/** Reads the messages of persons to this phone number from a notification. */
export function readNotification(body: Fields, phoneNumberId: string): Inbound[] {
  return listOf(body.entry)
    .flatMap(({ changes }) => listOf(changes))
    .map(({ value }) => fieldsOf(value))
    .filter(({ metadata }) => fieldsOf(metadata).phone_number_id === phoneNumberId)
    .flatMap((value) => listOf(value.messages).flatMap((one) => readMessage(one, value) ?? []));
}

function readMessage(message: Fields, { contacts, metadata }: Fields): Inbound | undefined {
  const { message: edited, original_message_id } = fieldsOf(message.edit);
  const content = message.type === 'edit' ? fieldsOf(edited) : message;
  const id = textOf(original_message_id ?? message.id);
  const kind = textOf(content.type);
  if (!readable.has(kind) || id === '') return undefined;
  const person = personOf(message, listOf(contacts));
  const group = textOf(message.group_id);
  return {
    id,
    conversation: group || person.id,
    address: { ...(group ? { group } : person.address), message: id },
    order: textOf(message.timestamp).padStart(16, '0'),
    author: { id: person.id, name: person.name },
    place: group || person.id,
    text: textIn(kind, fieldsOf(content[kind])),
    isForBot: group === '' || isToNumber(content, textOf(fieldsOf(metadata).display_phone_number)),
    ...filesIn(fieldsOf(content.document)),
    ...pressIn(kind, fieldsOf(content[kind])),
    ...(kind in attachments && { attachment: attachments[kind] }),
    ...(message.type === 'edit' && { isEdit: true }),
  };
}

/** Returns a text, the caption of a file, or the label of a pressed button. */
function textIn(kind: string, content: Fields): string {
  if (kind === 'text') return textOf(content.body);
  if (kind !== 'interactive') return textOf(content.caption ?? content.text);
  return textOf(fieldsOf(content.button_reply ?? content.list_reply).title);
}

function filesIn({ id, filename, mime_type }: Fields): Pick<Inbound, 'files'> {
  if (textOf(id) === '') return {};
  return { files: [{ name: textOf(filename), mediaType: textOf(mime_type), source: textOf(id) }] };
}

function pressIn(kind: string, content: Fields): Pick<Inbound, 'pressed'> {
  const id = textOf(fieldsOf(content.button_reply ?? content.list_reply).id);
  return kind === 'interactive' && id !== '' ? { pressed: id } : {};
}

/** Returns whether a message in a group replies to the bot or mentions its number. */
function isToNumber({ context, text }: Fields, shown: string): boolean {
  const number = shown.replace(/\D/g, '');
  if (number === '') return false;
  return textOf(fieldsOf(context).from) === number || textOf(fieldsOf(text).body).includes(`@${number}`);
}

function personOf(message: Fields, contacts: Fields[]) {
  const contact = fieldsOf(contactOf(message, contacts));
  const phone = textOf(message.from) || textOf(contact.wa_id);
  const user = textOf(message.from_user_id) || textOf(contact.user_id);
  const name = textOf(fieldsOf(contact.profile).name);
  const address: ReplyAddress = phone ? { to: phone } : { recipient: user };
  return { id: phone || user, name, address };
}

/**
 * Returns the contact of a user; one with a username and no number has only a `user_id`. Of several contacts none is
 * guessed.
 */
function contactOf({ from, from_user_id }: Fields, contacts: Fields[]) {
  const isTheirs = ({ wa_id, user_id }: Fields) =>
    (from !== undefined && wa_id === from) || (from_user_id !== undefined && user_id === from_user_id);
  const isNamed = from !== undefined || from_user_id !== undefined;
  return contacts.find(isTheirs) ?? (contacts.length === 1 && !isNamed ? contacts[0] : undefined);
}

function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : [];
}
