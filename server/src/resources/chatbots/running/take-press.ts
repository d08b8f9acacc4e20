import type { Button, Inbound, ReplyAddress } from '../../../platform/channels/platform.ts';
import { decodeJson } from '../../../platform/db/json.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { type MessageRow, selectConversationById, selectMessage } from '../message-store.ts';
import type { ChatbotRow } from '../store.ts';
import type { Rater } from './answerer.ts';

/**
 * What pressing a button means: a message that says its choice, in the conversation that it was offered in; or a rating,
 * which is kept. Undefined also where the button is none of this bot, or was pressed in another place than it stands.
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

/** Threads of a place are named behind it. */
function isWithin(conversation: string, place: string): boolean {
  return place !== '' && (conversation === place || conversation.startsWith(`${place}:`));
}

/** A choice counts once, by whomever and however often it is pressed. */
function choose(press: Inbound, { id, label }: Button, { address }: MessageRow, conversation: string): Inbound {
  const { pressed: _, ...said } = press;
  const order = press.order || (Date.now() / 1000).toFixed(6).padStart(20, '0');
  return { ...said, id, conversation, order, address: decodeJson<ReplyAddress>(address), text: label, isForBot: true };
}
