import type { MessageRow } from '../message-store.ts';

export type OutgoingKind = 'answer' | 'notice' | 'apology' | 'handover' | 'file' | 'alarm';

/** What no message has before its work begins. */
export const untouched = {
  posted_id: null,
  citations: null,
  reply_to: null,
  attempts: 0,
  run_at: null,
  error: null,
  trace_id: null,
  settled_at: null,
};

/** Makes a message of the outbox in reply to another. */
export function outgoingRow(question: MessageRow, id: string, kind: OutgoingKind, text: string): MessageRow {
  return {
    ...untouched,
    id,
    chatbot_id: question.chatbot_id,
    conversation_id: question.conversation_id,
    direction: 'out',
    received_id: null,
    platform_order: question.platform_order,
    author_id: null,
    author_name: null,
    text,
    kind,
    address: question.address,
    buttons: null,
    attachment: null,
    reply_to: question.id,
    status: 'waiting',
    created_at: new Date().toISOString(),
  };
}
