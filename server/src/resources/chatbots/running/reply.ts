import { ServiceError } from '../../../errors.ts';
import { newId } from '../../../ids.ts';
import { splitReply } from '../../../platform/channels/markdown/split.ts';
import type { Reply } from '../../../platform/channels/platform.ts';
import { encodeJson } from '../../../platform/db/json.ts';
import { type Transaction, transact } from '../../../platform/db/transact.ts';
import { untilAborted } from '../../../platform/language/until-aborted.ts';
import type { Span } from '../../../platform/telemetry/span.ts';
import { failureType } from '../../../platform/telemetry/tracing.ts';
import { countInConversation, selectConversationById, updateConversation } from '../conversation-store.ts';
import {
  changeUnfinished,
  FinishedElsewhere,
  insertMessage,
  type MessageRow,
  selectMemory,
  updateMessage,
} from '../message-store.ts';
import { chatbots, countMessage } from '../store.ts';
import type { Answered, Question } from './answerer.ts';
import { captionOf } from './attachment.ts';
import { after, backoffMs } from './backoff.ts';
import type { BotContext, RunningChatbot } from './bot-context.ts';
import { answerCommand, beginsAnew, commandOf } from './commands.ts';
import { Draft } from './draft.ts';
import { buttonsOf, type Extras, extrasOf, withFigures } from './extras.ts';
import { handOver } from './handover.ts';
import { isHopeless } from './hopeless.ts';
import { type OutgoingKind, outgoingRow } from './outgoing-row.ts';
import { saysSomething } from './says-something.ts';
import { addressOf } from './send.ts';
import { sentences } from './sentences.ts';
import { takeDocuments } from './take-documents.ts';

const mostAttempts = 4;
const usualMemory = 20;
const typingEveryMs = 4000;

/** A reply that is ready to be stored; once stored, it is sent even after a crash. */
interface Verdict {
  kind: OutgoingKind;
  text: string;
  answered?: Answered;
}

/** Answers one message of the inbox. The reply is put into the outbox, or the message waits for its next attempt. */
export function replyTo(ctx: BotContext, bot: RunningChatbot, message: MessageRow, signal: AbortSignal): Promise<void> {
  const attributes = {
    'messaging.system': bot.row.channel_type,
    'messaging.operation.type': 'process',
    'messaging.message.id': message.id,
    'sibyl.chatbot.id': bot.row.id,
  };
  return ctx.tracing.within('chatbot message', { kind: 'consumer', attributes }, (span) =>
    reply(ctx, bot, message, signal, span),
  );
}

async function reply(
  ctx: BotContext,
  bot: RunningChatbot,
  message: MessageRow,
  signal: AbortSignal,
  span: Span | undefined,
): Promise<void> {
  await changeUnfinished(ctx.database, message.id, { status: 'answering' });
  ctx.chatbotHub.notify(message.conversation_id);
  const draft = new Draft(ctx, bot, message);
  try {
    const verdict = (await readCommand(ctx, bot, message)) ?? (await readFurther(ctx, bot, message, draft, signal));
    await keepReply(ctx, bot, message, await draft.close(), verdict);
    count(ctx, bot, verdict.kind);
  } catch (error) {
    const left = await draft.close();
    // It stays open for the next process that runs the bot, or that one was faster.
    if (signal.aborted || error instanceof FinishedElsewhere) return;
    span?.fail(failureType(error));
    count(ctx, bot, 'failed');
    await settleFailure(ctx, bot, message, left, error);
  }
  ctx.chatbotHub.notify(message.conversation_id);
}

function count({ metrics }: BotContext, { row }: RunningChatbot, outcome: OutgoingKind | 'failed'): void {
  metrics.chatMessages.inc({ channel: row.channel_type, outcome });
}

/** Returns the reply to a command, which needs no agent. */
async function readCommand(ctx: BotContext, { params }: RunningChatbot, message: MessageRow) {
  const text = await answerCommand(ctx.database, params, message);
  return text === undefined ? undefined : ({ kind: 'notice', text } satisfies Verdict);
}

/** Stores documents first, and then asks the agent the text that came with them, so that it knows the documents. */
async function readFurther(
  ctx: BotContext,
  bot: RunningChatbot,
  message: MessageRow,
  draft: Draft,
  signal: AbortSignal,
): Promise<Verdict> {
  const said = await takeDocuments(ctx, bot, message, signal);
  if (said === undefined) return askAgent(ctx, bot, message, draft, signal);
  if (message.text === '') return { kind: 'notice', text: said };
  const verdict = await askAgent(ctx, bot, message, draft, signal);
  return { ...verdict, text: `${said}\n\n${verdict.text}` };
}

async function askAgent(ctx: BotContext, bot: RunningChatbot, message: MessageRow, draft: Draft, signal: AbortSignal) {
  const question = await readQuestion(ctx, bot, message);
  const stopTyping = keepTyping(bot, message);
  try {
    // A bot must be able to stop even if its agent ignores the signal
    const answered = await untilAborted(
      signal,
      ctx.answer(question, (text) => draft.show(text), signal),
    );
    return await verdictOf(bot, answered);
  } finally {
    stopTyping();
  }
}

async function verdictOf({ channel, params }: RunningChatbot, answered: Answered): Promise<Verdict> {
  if (answered.canAnswer || !params.handover) {
    if (!(await saysSomething(answered.text, channel))) return { kind: 'answer', text: sentences.empty, answered };
    const note = answered.grounded === false ? `\n\n_${sentences.ungrounded}_` : '';
    return { kind: 'answer', text: `${answered.text}${note}`, answered };
  }
  return { kind: 'handover', text: params.handover.message ?? sentences.handover, answered };
}

async function readQuestion(
  { database }: BotContext,
  { row, params }: RunningChatbot,
  message: MessageRow,
): Promise<Question> {
  const conversation = await selectConversationById(database, row.id, message.conversation_id);
  const memory = conversation ? await selectMemory(database, conversation, params.memory ?? usualMemory) : [];
  const said = memory.filter((one) => commandOf(one) === undefined && one.text !== '');
  const before = inPairs(said).map(({ direction, text }) => ({
    role: direction === 'in' ? ('user' as const) : ('assistant' as const),
    content: text,
  }));
  const messages = [...before, { role: 'user' as const, content: message.text }];
  return { chatbot: row, messages, mayHandOver: params.handover !== undefined };
}

/** Puts each question before the parts of its own answer, even if the next question arrived before the answer. */
function inPairs(messages: MessageRow[]): MessageRow[] {
  const questions = messages.filter(({ direction }) => direction === 'in');
  return questions.flatMap((question) => [question, ...messages.filter((one) => one.reply_to === question.id)]);
}

function keepTyping({ channel }: RunningChatbot, message: MessageRow): () => void {
  const show = () => void channel.typing?.(addressOf(message)).catch(() => {}); // optional, so failures are ignored
  show();
  const timer = setInterval(show, typingEveryMs);
  return () => clearInterval(timer);
}

/** Stores the reply: its outbox and the status of the question change in one transaction. */
async function keepReply(
  ctx: BotContext,
  bot: RunningChatbot,
  message: MessageRow,
  draft: MessageRow | undefined,
  { kind, text, answered }: Verdict,
): Promise<void> {
  const change = { status: 'answered' as const, trace_id: answered?.traceId ?? null, error: null };
  const whole = kind === 'answer' && answered ? await withFigures(text, answered, bot.channel) : text;
  const parts = await splitReply({ text: whole, citations: answered?.citations ?? [] }, bot.channel);
  const extras = kind === 'answer' && answered ? await extrasOf(answered, bot.channel, bot.params) : undefined;
  await transact(ctx.database, async (transaction) => {
    await changeUnfinished(transaction, message.id, { ...change, settled_at: new Date().toISOString() });
    if (beginsAnew(message))
      await updateConversation(transaction, message.conversation_id, { begins_after: message.id });
    const content = { kind: kind === 'handover' ? ('notice' as const) : kind, trace_id: change.trace_id };
    await fillOutbox(transaction, message, draft, parts, content, extras);
    if (kind === 'handover') await handOver(transaction, bot, message);
    chatbots.emit(ctx, transaction, 'message', bot.row, {
      conversation: message.conversation_id,
      message: message.id,
    });
  });
}

/** Inserts the parts of a reply in order; the draft, if any, becomes the first. */
async function fillOutbox(
  transaction: Transaction,
  message: MessageRow,
  draft: MessageRow | undefined,
  parts: readonly Reply[],
  content: { kind: OutgoingKind; trace_id?: string | null },
  extras?: Extras,
): Promise<void> {
  for (const [position, { text, citations }] of parts.entries()) {
    const id = position === 0 && draft ? draft.id : newId('msg');
    const buttons = extras && position === parts.length - 1 ? buttonsOf(id, extras) : [];
    const part = { ...content, text, citations: encodeList(citations), buttons: encodeList(buttons) };
    // A draft that may be posted, though nobody knows under which ID, is looked for before it is posted again.
    const status = draft?.posted_id === null ? 'sending' : 'waiting';
    if (id === draft?.id) await updateMessage(transaction, id, { ...part, status });
    else await insertMessage(transaction, { ...outgoingRow(message, id, content.kind, text), ...part });
  }
  const attachments = extras?.attachments ?? [];
  for (const attachment of attachments) {
    const file = outgoingRow(message, newId('msg'), 'file', captionOf(attachment));
    await insertMessage(transaction, { ...file, attachment: encodeJson(attachment) });
  }
  await countInConversation(transaction, message.conversation_id, parts.length + attachments.length);
}

function encodeList(list: readonly object[]) {
  return list.length > 0 ? encodeJson(list) : null;
}

/** Schedules another attempt, or gives up with an apology that names the steps or the message. */
async function settleFailure(
  ctx: BotContext,
  bot: RunningChatbot,
  message: MessageRow,
  draft: MessageRow | undefined,
  error: unknown,
): Promise<void> {
  const attempts = message.attempts + 1;
  const reason = error instanceof ServiceError ? error.message : 'Something went wrong inside the service.';
  ctx.log.warn({ err: error, chatbot: bot.row.id, message: message.id, attempts }, 'a chat message was not answered');
  if (attempts < mostAttempts && !isHopeless(error)) {
    const change = { status: 'waiting', attempts, error: reason, run_at: after(backoffMs(attempts)) } as const;
    return changeUnfinished(ctx.database, message.id, change);
  }
  const trace = traceOf(error) ?? message.id;
  const text = `${bot.params.apology ?? sentences.apology} (${trace})`;
  await transact(ctx.database, async (transaction) => {
    const settled_at = new Date().toISOString();
    const change = { status: 'failed', attempts, error: reason, trace_id: trace, settled_at } as const;
    await changeUnfinished(transaction, message.id, change);
    await fillOutbox(transaction, message, draft, [{ text, citations: [] }], { kind: 'apology' });
    await countMessage(transaction, bot.row.id, 'failed_count', {
      last_error: `A message was not answered: ${reason}`,
    });
    chatbots.emit(ctx, transaction, 'error', bot.row, { error: reason, message: message.id });
  });
}

/** Returns the ID under which the agent stored its steps before it failed. */
function traceOf(error: unknown): string | undefined {
  const trace = error instanceof ServiceError ? error.extensions?.trace_id : undefined;
  return typeof trace === 'string' ? trace : undefined;
}
