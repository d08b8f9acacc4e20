import { newId } from '../../../ids.ts';
import { splitReply } from '../../../platform/channels/markdown/split.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { transact } from '../../../platform/db/transact.ts';
import { countInConversation } from '../conversation-store.ts';
import { insertMessage, type MessageRow, selectUnsentParts, updateMessage } from '../message-store.ts';
import type { RunningChatbot } from './bot-context.ts';
import { replyOf } from './send.ts';

/** Shortest text that is split, because a shorter one was not refused for its length. */
const shortest = 100;

/**
 * Splits a message that the platform finds too long into parts of half its length. Later parts move back by one row
 * each, because messages are sent in the order of their IDs. Returns whether it was possible.
 */
export async function splitUnsent(database: Database, bot: RunningChatbot, message: MessageRow): Promise<boolean> {
  if (message.text.length < shortest) return false;
  const { channel } = bot;
  const textLimit = Math.ceil(Math.min(channel.textLimit, await channel.measure(replyOf(message))) / 2);
  const measure = channel.measure.bind(channel);
  const parts = await splitReply(replyOf(message), { textLimit, measure });
  if (parts.length < 2) return false;
  await transact(database, async (transaction) => {
    const unsent = await selectUnsentParts(transaction, message);
    const texts = [...parts.map(({ text }) => text), ...unsent.slice(1).map(({ text }) => text)];
    const last = { citations: unsent.at(-1)?.citations ?? null, buttons: unsent.at(-1)?.buttons ?? null };
    for (const [index, text] of texts.entries()) {
      const content = { text, ...(index === texts.length - 1 ? last : { citations: null, buttons: null }) };
      const row = unsent[index];
      if (row) await updateMessage(transaction, row.id, content);
      else await insertMessage(transaction, newPart(message, content));
    }
    await countInConversation(transaction, message.conversation_id, parts.length - 1);
  });
  return true;
}

function newPart(message: MessageRow, content: Pick<MessageRow, 'text' | 'citations' | 'buttons'>): MessageRow {
  const created_at = new Date().toISOString();
  return { ...message, ...content, id: newId('msg'), created_at, status: 'waiting', posted_id: null, attempts: 0 };
}
