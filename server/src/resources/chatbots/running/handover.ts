import { newId } from '../../../ids.ts';
import { callPlatform } from '../../../platform/channels/call-platform.ts';
import { ChannelFailure } from '../../../platform/channels/failure.ts';
import { signStandard } from '../../../platform/channels/signatures.ts';
import { decodeJson, encodeJson } from '../../../platform/db/json.ts';
import type { Transaction } from '../../../platform/db/transact.ts';
import { selectConversationById } from '../conversation-store.ts';
import { insertMessage, type MessageRow, selectMemory } from '../message-store.ts';
import type { BotContext, RunningChatbot } from './bot-context.ts';
import { outgoingRow } from './outgoing-row.ts';

const transcriptLength = 50;

/** Puts a call for a person with the conversation so far into the outbox. */
export async function handOver(transaction: Transaction, { row }: RunningChatbot, message: MessageRow): Promise<void> {
  const conversation = await selectConversationById(transaction, row.id, message.conversation_id);
  const memory = conversation ? await selectMemory(transaction, conversation, transcriptLength) : [];
  const body = {
    type: 'chatbot.handover',
    chatbot: row.name,
    channel: row.channel_type,
    conversation: { id: message.conversation_id, platform_id: conversation?.platform_key },
    user: { id: message.author_id, name: message.author_name },
    question: message.text,
    address: decodeJson<object>(message.address),
    transcript: memory.map(({ direction, text }) => ({ role: direction === 'in' ? 'user' : 'assistant', text })),
  };
  const call = outgoingRow(message, newId('msg'), 'handover', encodeJson(body));
  await insertMessage(transaction, call);
}

/** Calls the handover URL, signed by Standard Webhooks under the ID of the message. */
export async function callHandover(
  ctx: BotContext,
  { params }: RunningChatbot,
  { id, text }: MessageRow,
): Promise<string> {
  if (!params.handover) throw new ChannelFailure('refused', 'Nobody to hand over to is set any more.');
  const { url, secret } = params.handover;
  const headers = signStandard(id, text, secret);
  const call = { label: 'The handover webhook', fetch: ctx.outgoing.fetcher({ maxRedirects: 0 }), url, headers };
  const { status } = await callPlatform({ ...call, body: JSON.parse(text), ignoresBody: true });
  if (status >= 300) throw new ChannelFailure('temporary', `The handover webhook says ${status}.`);
  return id;
}
