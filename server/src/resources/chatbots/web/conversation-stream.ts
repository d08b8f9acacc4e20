import { ChangeSignal } from '../../../http/reply/change-signal.ts';
import type { ChatbotServices } from '../context.ts';
import { selectConversation } from '../conversation-store.ts';
import { messageOf } from '../history.ts';
import { type MessageRow, selectLastMessages } from '../message-store.ts';
import { choicesOn } from '../running/extras.ts';
import type { MessageRecord } from '../schemas.ts';
import type { ChatbotRow } from '../store.ts';
import type { Standing } from './visitors.ts';

const lookEveryMs = 1500;
/** Number of checks between two comments, which keep proxies from closing the connection. */
const looksABeat = 10;
const shownMessages = 200;
const openStatuses = new Set(['waiting', 'answering', 'drafting', 'sending']);

type VisibleMessage = Pick<MessageRecord, 'id' | 'role' | 'text' | 'citations' | 'reply_to' | 'created_at'> & {
  /** Texts that may be sent by one tap. */
  choices?: string[];
};

/** Events of a conversation for the widget. */
type StreamEvent =
  | { type: 'messages'; messages: VisibleMessage[]; busy: boolean }
  | { type: 'preview'; reply_to: string; text: string }
  | { type: 'end' };

interface Visit {
  chatbot: ChatbotRow;
  /** Key of the conversation. */
  key: string;
  signal: AbortSignal;
  /** Checked before every event. */
  standing(): Promise<Standing>;
}

/**
 * Streams a conversation as server-sent events: the last messages, then new ones and previews, until all are answered
 * or the chatbot stops. It ends when the page may no longer show the chatbot. Changes of this process arrive at once,
 * others within seconds.
 */
export async function* streamConversation(
  { database, chatbotHub }: Pick<ChatbotServices, 'database' | 'chatbotHub'>,
  { chatbot, key, signal, standing }: Visit,
): AsyncGenerator<string> {
  const conversation = await selectConversation(database, chatbot.id, key);
  if (!conversation) return yield event({ type: 'end' });
  const changes = new ChangeSignal();
  signal.addEventListener('abort', () => changes.set(), { once: true });
  const stops = [conversation.id, chatbot.id].map((id) => chatbotHub.watch(id, () => changes.set()));
  const told = new Set<string>();
  let shown = '';
  try {
    for (let waited = 0; !signal.aborted; waited += 1) {
      const rows = await selectLastMessages(database, conversation.id, shownMessages);
      const messages = rows.filter((row) => isVisible(row) && !told.has(row.id)).map(visible);
      const now = await standing();
      if (now === 'none') return;
      const busy = now === 'running' && rows.some(({ status }) => openStatuses.has(status));
      if (messages.length > 0) yield event({ type: 'messages', messages, busy });
      for (const { id } of messages) told.add(id);
      if (!busy) return yield event({ type: 'end' });
      const { replyTo: reply_to, text = '' } = chatbotHub.previewIn(conversation.id) ?? {};
      if (reply_to !== undefined && text !== shown) yield event({ type: 'preview', reply_to, text });
      else if (waited % looksABeat === looksABeat - 1) yield ': still here\n\n';
      shown = text;
      await changes.next(lookEveryMs);
    }
  } finally {
    for (const stop of stops) stop();
  }
}

function event(content: StreamEvent): string {
  return `data: ${JSON.stringify(content)}\n\n`;
}

function isVisible({ direction, status, kind }: MessageRow): boolean {
  return direction === 'in' || (status === 'sent' && kind !== 'handover');
}

function visible(row: MessageRow): VisibleMessage {
  const { id, role, text, citations, reply_to, created_at } = messageOf(row);
  const choices = choicesOn(row);
  return { id, role, text, citations, reply_to, created_at, ...(choices.length > 0 ? { choices } : {}) };
}
