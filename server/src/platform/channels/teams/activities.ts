import { fieldsOf, textOf } from '../call-platform.ts';
import { joinIds } from '../identity.ts';
import type { Inbound, IncomingFile } from '../platform.ts';

/** The menu of Teams sends commands without a slash. */
const commands = new Set(['help', 'new', 'sources']);

/** Reads the message of an activity; undefined for other activities. */
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
  const pressed = textOf(fieldsOf(activity.value).sibyl);
  if (text === '' && !hasFile && pressed === '') return undefined;
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
    text: commands.has(text.toLowerCase()) ? `/${text.toLowerCase()}` : text,
    ...(conversation.conversationType === 'channel' && mentions.length === 0 && { isInThread: true }),
    isForBot: isAlone(conversation) || ofBot.length > 0 || pressed !== '',
    ...(pressed !== '' && { pressed }),
    ...(hasFile && { attachment: 'a file', files: filesOf(activity.attachments) }),
    ...(type === 'messageUpdate' && { isEdit: true }),
  };
}

/**
 * Returns whether a conversation is with the bot alone. Only Teams names the type; other channels of the Bot Framework,
 * such as Web Chat, say whether it is a group.
 */
function isAlone({ conversationType, isGroup }: Record<string, unknown>): boolean {
  return conversationType === undefined ? isGroup !== true : conversationType === 'personal';
}

/** Teams attaches the text again as HTML. */
function isFile({ contentType }: Record<string, unknown>): boolean {
  return contentType !== 'text/html';
}

function filesOf(attachments: unknown): IncomingFile[] {
  const files = (Array.isArray(attachments) ? attachments.map(fieldsOf) : []).filter(
    ({ contentType }) => contentType === 'application/vnd.microsoft.teams.file.download.info',
  );
  return files.map(({ name, content }) => ({
    name: textOf(name),
    mediaType: '',
    source: textOf(fieldsOf(content).downloadUrl),
  }));
}
