import type { Button, Inbound, ReplyAddress } from '../../../platform/channels/platform.ts';
import { decodeJson } from '../../../platform/db/json.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { selectConversationById } from '../conversation-store.ts';
import { type MessageRow, selectMessage } from '../message-store.ts';
import type { ChatbotRow } from '../store.ts';
import type { Rater } from './answerer.ts';

/**
 * Returns what pressing a button means: a message with its choice, in the conversation in which it was offered. A
 * rating is stored, and the result is undefined; it is undefined also for a button that is not this bot's or was
 * pressed in another place.
 */
export async function readPress(
  { database, rate }: { database: Database; rate: Rater },
  row: ChatbotRow,
  press: Inbound,
): Promise<Inbound | undefined> {
  const [, action, id = ''] = /^(up|down|choice)\d*-(msg_\w{1,40})$/.exec(press.pressed ?? '') ?? [];
  const message = await selectMessage(database, row.id, id);
  if (!message?.buttons || message.direction !== 'out') return undefined;
  const button = decodeJson<Button[]>(message.buttons).find((one) => one.id === press.pressed);
  const conversation = await selectConversationById(database, row.id, message.conversation_id);
  if (!button || !conversation || !isWithin(conversation.platform_key, press.conversation)) return undefined;
  if (action === 'choice') return choose(press, button, message, conversation.platform_key);
  if (message.trace_id !== null && (action === 'up' || action === 'down')) await rate(row, message.trace_id, action);
  return undefined;
}

/** Returns whether a conversation is in a place; the name of a thread begins with that of its place. */
function isWithin(conversation: string, place: string): boolean {
  return place !== '' && (conversation === place || conversation.startsWith(`${place}:`));
}

/** Makes a message of a choice, which counts once, whoever presses it and however often. */
function choose(press: Inbound, { id, label }: Button, { address }: MessageRow, conversation: string): Inbound {
  const { pressed: _, ...said } = press;
  const order = press.order || (Date.now() / 1000).toFixed(6).padStart(20, '0');
  return { ...said, id, conversation, order, address: decodeJson<ReplyAddress>(address), text: label, isForBot: true };
}
