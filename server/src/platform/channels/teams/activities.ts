import { fieldsOf, textOf } from '../call-platform.ts';
import { joinIds } from '../identity.ts';
import type { Inbound } from '../platform.ts';

/** The message of an activity; undefined for activities of other kinds. */
export function readActivity(activity: Record<string, unknown>): Inbound | undefined {
  const { type, entities } = activity;
  if (type !== 'message' && type !== 'messageUpdate') return undefined;
  const from = fieldsOf(activity.from);
  const bot = textOf(fieldsOf(activity.recipient).id);
  const conversation = fieldsOf(activity.conversation);
  const mentions = (Array.isArray(entities) ? entities : []).map(fieldsOf).filter((one) => one.type === 'mention');
  const ofBot = mentions.filter(({ mentioned }) => fieldsOf(mentioned).id === bot);
  const text = ofBot.reduce((rest, one) => rest.replaceAll(textOf(one.text) || '\0', ''), textOf(activity.text)).trim();
  const hasFile = Array.isArray(activity.attachments) && activity.attachments.map(fieldsOf).some(isFile);
  if (text === '' && !hasFile) return undefined;
  return {
    id: joinIds(textOf(conversation.id), textOf(activity.id)),
    conversation: textOf(conversation.id),
    address: {
      service: textOf(activity.serviceUrl),
      conversation: textOf(conversation.id),
      message: textOf(activity.id),
    },
    order: textOf(activity.timestamp),
    author: { id: textOf(from.aadObjectId) || textOf(from.id), name: textOf(from.name) },
    place: textOf(conversation.id),
    text,
    isForBot: isAlone(conversation) || ofBot.length > 0,
    ...(hasFile && { attachment: 'a file' }),
    ...(type === 'messageUpdate' && { isEdit: true }),
  };
}

/** Only Teams says which type a conversation has; other channels of the Bot Framework, such as Web Chat, say whether it is a group. */
function isAlone({ conversationType, isGroup }: Record<string, unknown>): boolean {
  return conversationType === undefined ? isGroup !== true : conversationType === 'personal';
}

/** Teams attaches the text once more as HTML. */
function isFile({ contentType }: Record<string, unknown>): boolean {
  return contentType !== 'text/html';
}
