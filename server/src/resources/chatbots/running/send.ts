import { ChannelFailure } from '../../../platform/channels/failure.ts';
import type { Button, Reply, ReplyAddress, ReplyCitation } from '../../../platform/channels/platform.ts';
import { decodeJson } from '../../../platform/db/json.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { changeUnfinished, type MessageRow, updateMessage } from '../message-store.ts';
import { beginningOf } from './beginning.ts';
import type { RunningChatbot } from './bot-context.ts';

export function addressOf({ address }: MessageRow): ReplyAddress {
  return decodeJson<ReplyAddress>(address);
}

export function replyOf({ text, citations, buttons }: MessageRow): Reply {
  return {
    text,
    citations: citations ? decodeJson<ReplyCitation[]>(citations) : [],
    ...(buttons && { buttons: decodeJson<Button[]>(buttons) }),
  };
}

/**
 * Posts a message of the outbox exactly once, however often it is tried: a posted message is edited, one that may have
 * been posted is looked up, and where neither is possible its beginning is posted first. Returns its ID on the
 * platform.
 */
export async function sendMessage(database: Database, { channel }: RunningChatbot, row: MessageRow): Promise<string> {
  const reply = replyOf(row);
  const address = addressOf(row);
  // A notice posted twice does no harm.
  const reserve = channel.certainty === 'reserved' && (row.kind === 'answer' || row.kind === 'alarm');
  const posted = row.posted_id ?? (await findPosted({ channel }, row));
  if (posted === undefined) {
    await changeUnfinished(database, row.id, { status: 'sending' });
    const id = await channel.post(address, reserve ? beginningOf(reply.text) : reply, row.id);
    if (!reserve) return id;
    await updateMessage(database, row.id, { posted_id: id });
    await channel.edit?.(address, id, reply);
    return id;
  }
  await channel.edit?.(address, posted, reply);
  return posted;
}

/** Looks up a message that was being sent when the process ended, on platforms that can be searched. */
export async function findPosted(
  { channel }: Pick<RunningChatbot, 'channel'>,
  row: MessageRow,
): Promise<string | undefined> {
  const mayBeThere = row.status === 'sending' || row.status === 'drafting';
  if (!channel.find || !mayBeThere) return undefined;
  return channel.find(addressOf(row), row.id, replyOf(row)).catch((error) => {
    // A bot without the right to search may post twice; waiting for the right would stop it forever.
    if (error instanceof ChannelFailure && error.kind !== 'temporary') return undefined;
    throw error;
  });
}
