import { ChannelFailure } from '../../../platform/channels/failure.ts';
import type { Reply, ReplyAddress, ReplyCitation } from '../../../platform/channels/platform.ts';
import { decodeJson } from '../../../platform/db/json.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { type MessageRow, updateMessage } from '../message-store.ts';
import { beginningOf } from './beginning.ts';
import type { RunningChatbot } from './bot-context.ts';

export function addressOf({ address }: MessageRow): ReplyAddress {
  return decodeJson<ReplyAddress>(address);
}

export function replyOf({ text, citations }: MessageRow): Reply {
  return { text, citations: citations ? decodeJson<ReplyCitation[]>(citations) : [] };
}

/**
 * Puts a message of the outbox on its platform, so that it stands there once however often this is tried: what was
 * posted is edited, what may have been posted is looked for, and where neither can be its beginning goes first.
 * @returns the platform's ID of it
 */
export async function sendMessage(database: Database, { channel }: RunningChatbot, row: MessageRow): Promise<string> {
  const reply = replyOf(row);
  const address = addressOf(row);
  // A notice that stands there twice does no harm.
  const reserve = channel.certainty === 'reserved' && row.kind === 'answer';
  const posted = row.posted_id ?? (await findPosted({ channel }, row));
  if (posted === undefined) {
    await updateMessage(database, row.id, { status: 'sending' });
    const id = await channel.post(address, reserve ? beginningOf(reply.text) : reply, row.id);
    if (!reserve) return id;
    await updateMessage(database, row.id, { posted_id: id });
    await channel.edit?.(address, id, reply);
    return id;
  }
  await channel.edit?.(address, posted, reply);
  return posted;
}

/** A message that was being sent when its process ended, on platforms that can be asked for it. */
export async function findPosted(
  { channel }: Pick<RunningChatbot, 'channel'>,
  row: MessageRow,
): Promise<string | undefined> {
  const mayBeThere = row.status === 'sending' || row.status === 'drafting';
  if (!channel.find || !mayBeThere) return undefined;
  return channel.find(addressOf(row), row.id, replyOf(row)).catch((error) => {
    // A bot that may not look answers twice at worst; one that waits for its right to look answers never.
    if (error instanceof ChannelFailure && error.kind !== 'temporary') return undefined;
    throw error;
  });
}
