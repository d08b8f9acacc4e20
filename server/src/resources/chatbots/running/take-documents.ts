import { ServiceError } from '../../../errors.ts';
import { ChannelFailure } from '../../../platform/channels/failure.ts';
import { escapeMarkdown } from '../../../platform/channels/markdown/escape.ts';
import type { IncomingFile, ReplyAddress } from '../../../platform/channels/platform.ts';
import { decodeJson } from '../../../platform/db/json.ts';
import type { MessageRow } from '../message-store.ts';
import type { BotContext, RunningChatbot } from './bot-context.ts';
import { isHopeless } from './hopeless.ts';

const usualBytes = 5_000_000;
const mostFiles = 5;

/**
 * Stores the files of a message in the knowledge base of the bot. Returns the reply about them; undefined when the
 * message has none.
 */
export async function takeDocuments(
  ctx: Pick<BotContext, 'keepDocument' | 'log'>,
  bot: RunningChatbot,
  message: MessageRow,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { documents } = bot.params;
  if (message.kind !== 'document' || message.attachment === null || !documents) return undefined;
  const files = decodeJson<IncomingFile[]>(message.attachment);
  const said: string[] = [];
  for (const file of files.slice(0, mostFiles)) {
    const fault = await takeOne(ctx, bot, message, file, signal);
    const name = `**${escapeMarkdown(file.name) || 'the file'}**`;
    said.push(
      fault === undefined ? `I have read ${name}; you can ask me about it.` : `I cannot take ${name}: ${fault}.`,
    );
  }
  if (files.length > mostFiles) said.push(`I take ${mostFiles} files at once.`);
  return said.join('\n\n');
}

/** Returns why a file was not stored, undefined when it was; rejects with a temporary failure. */
async function takeOne(
  { keepDocument }: Pick<BotContext, 'keepDocument' | 'log'>,
  { row, channel, params }: RunningChatbot,
  { conversation_id, address }: MessageRow,
  file: IncomingFile,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { knowledge_base = '', max_bytes = usualBytes } = params.documents ?? {};
  const tooLarge = `it is larger than ${max_bytes} bytes`;
  if ((file.byteSize ?? 0) > max_bytes) return tooLarge;
  try {
    const bytes =
      (await channel.download?.(decodeJson<ReplyAddress>(address), file, max_bytes, signal)) ?? new Uint8Array();
    const document = { name: file.name, mediaType: file.mediaType, bytes, conversation: conversation_id };
    return await keepDocument(row, knowledge_base, document, signal);
  } catch (error) {
    if (error instanceof ChannelFailure && error.kind === 'too_long') return tooLarge;
    if (error instanceof ChannelFailure && error.kind === 'refused') return 'it could not be fetched';
    if (isHopeless(error)) return error.message.replace(/\.$/, '');
    throw toTemporary(error);
  }
}

function toTemporary(error: unknown): unknown {
  return error instanceof ChannelFailure ? new ServiceError('remote_unreachable', error.message) : error;
}
