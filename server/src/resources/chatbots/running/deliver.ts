import { ChannelFailure } from '../../../platform/channels/failure.ts';
import { transact } from '../../../platform/db/transact.ts';
import { changeUnfinished, countUnsent, type MessageRow, updateMessage } from '../message-store.ts';
import { countMessage, forgetError, ofAlarms, updateRunning } from '../store.ts';
import { makeFile, sayInstead } from './attachment.ts';
import { after, backoffMs } from './backoff.ts';
import type { BotContext, RunningChatbot } from './bot-context.ts';
import { callHandover } from './handover.ts';
import { addressOf, sendMessage } from './send.ts';
import { splitUnsent } from './split-unsent.ts';

const giveUpAfterMs = 24 * 3_600_000;
const mostHandoverAttempts = 5;

/** Sends one message of the outbox, or schedules its next attempt. */
export async function deliver(ctx: BotContext, bot: RunningChatbot, message: MessageRow): Promise<void> {
  try {
    await settleSent(ctx, message, await send(ctx, bot, message));
  } catch (error) {
    if (!(error instanceof ChannelFailure)) throw error;
    await settleUnsent(ctx, bot, message, error);
  }
  ctx.chatbotHub.notify(message.conversation_id);
}

function send(ctx: BotContext, bot: RunningChatbot, message: MessageRow): Promise<string> {
  if (message.kind === 'handover') return callHandover(ctx, bot, message);
  return message.kind === 'file' ? sendFile(ctx, bot, message) : sendMessage(ctx.database, bot, message);
}

/** Sends a file. Platforms cannot be asked whether it arrived, so a picture may appear twice. */
async function sendFile(ctx: BotContext, bot: RunningChatbot, message: MessageRow): Promise<string> {
  const { channel } = bot;
  const file = await makeFile(ctx, bot, message).catch((err) => {
    ctx.log.warn({ err, message: message.id }, 'a chart was not drawn');
    throw new ChannelFailure('refused', 'The chart could not be drawn.');
  });
  if (!channel.postFile) throw new ChannelFailure('refused', 'The platform takes no files.');
  return channel.postFile(addressOf(message), file, message.id);
}

/** Describes in words what cannot be sent as a file. */
async function sayInWords(ctx: BotContext, message: MessageRow, error: string): Promise<void> {
  const change = { kind: 'notice', text: sayInstead(message), attachment: null, status: 'waiting' as const, error };
  await updateMessage(ctx.database, message.id, change);
}

/** A message counts as answered once the last part of its answer is sent. */
async function settleSent({ database }: BotContext, { id, ...message }: MessageRow, posted: string): Promise<void> {
  await transact(database, async (transaction) => {
    const settled_at = new Date().toISOString();
    const change = { status: 'sent' as const, posted_id: posted, error: null, run_at: null, settled_at };
    await changeUnfinished(transaction, id, change);
    if (message.kind === 'alarm') await forgetError(transaction, message.chatbot_id, 'alarm');
    if (message.kind === 'apology' || message.reply_to === null) return;
    const unsent = await countUnsent(transaction, message.conversation_id, message.reply_to);
    if (unsent > 0) return;
    await countMessage(transaction, message.chatbot_id, 'answered_count', {});
    await forgetError(transaction, message.chatbot_id, 'answer');
  });
}

async function settleUnsent(ctx: BotContext, bot: RunningChatbot, message: MessageRow, failure: ChannelFailure) {
  const attempts = message.attempts + 1;
  const error = failure.message;
  if (failure.kind === 'credentials') {
    await updateMessage(ctx.database, message.id, { error });
    return bot.fail(failure);
  }
  if (message.kind === 'file' && failure.kind !== 'temporary') return sayInWords(ctx, message, error);
  if (failure.kind === 'too_long' && (await splitUnsent(ctx.database, bot, message))) return;
  if (failure.kind === 'temporary' && !isTooLate(message, attempts)) {
    const run_at = after(Math.max(failure.retryAfterMs ?? 0, backoffMs(attempts)));
    // Nobody waits for an alarm in a conversation, so the record of the bot says that it does not get through.
    if (message.kind === 'alarm')
      await updateRunning(ctx.database, bot.row.id, { last_error: `${ofAlarms}posted yet: ${error}` });
    return void (await updateMessage(ctx.database, message.id, { attempts, error, run_at }));
  }
  const said = message.kind === 'alarm' ? ofAlarms : 'An answer was not ';
  await transact(ctx.database, async (transaction) => {
    const settled_at = new Date().toISOString();
    await changeUnfinished(transaction, message.id, { status: 'failed', attempts, error, settled_at });
    await countMessage(transaction, bot.row.id, 'failed_count', { last_error: `${said}sent: ${error}` });
  });
}

/** An answer is retried for a day; the call for a person blocks its conversation for half a minute at most. */
function isTooLate({ kind, created_at }: MessageRow, attempts: number): boolean {
  if (kind === 'handover') return attempts >= mostHandoverAttempts;
  return Date.now() - Date.parse(created_at) > giveUpAfterMs;
}
