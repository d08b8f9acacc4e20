import { ChannelFailure } from '../../../platform/channels/failure.ts';
import type { Identity, Inlet } from '../../../platform/channels/platform.ts';
import { encodeJson } from '../../../platform/db/json.ts';
import type { ChatbotStatus } from '../../../platform/db/schema/chatbots.ts';
import { transact } from '../../../platform/db/transact.ts';
import { SealBrokenError } from '../../../platform/secrets/sealed-box.ts';
import { emitChatbotEvent } from '../emit-event.ts';
import { selectBusyConversations, selectLatest } from '../message-store.ts';
import { type ChatbotRow, updateRunning } from '../store.ts';
import { backoffMs } from './backoff.ts';
import { type BotContext, openChannel, type RunningChatbot } from './bot-context.ts';
import { Conversations } from './conversations.ts';
import { takeMessages } from './take.ts';

/** A bot that lived this long is believed to be well: the next failure is its first again. */
const wellAfterMs = 60_000;

/** Keeps one bot running: connects it, says what is wrong when it breaks off, and tries again by itself. */
export class RunningBot {
  readonly row: ChatbotRow;
  readonly #room: BotContext;
  readonly #stopping = new AbortController();
  readonly #ended: Promise<void>;
  #conversations: Conversations | undefined;

  constructor(room: BotContext, row: ChatbotRow) {
    this.row = row;
    this.#room = room;
    this.#ended = this.#run().catch((error) => room.log.error({ err: error, chatbot: row.id }, 'a chatbot broke off'));
  }

  wake(conversationId: string): void {
    this.#conversations?.wake(conversationId);
  }

  /** Resolves when it receives and sends nothing more. Its status is left to the caller. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#ended;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    for (let failures = 1; !signal.aborted; failures += 1) {
      const began = Date.now();
      const failure = await this.#live();
      if (signal.aborted) return;
      if (Date.now() - began > wellAfterMs) failures = 1;
      await this.#write('error', { last_error: failure.message });
      await pause(Math.max(backoffMs(failures), failure.retryAfterMs ?? 0), signal);
    }
  }

  /** One life of the bot, from its connection until that fails or it is stopped. @returns what went wrong */
  async #live(): Promise<ChannelFailure> {
    const { promise: broken, resolve } = Promise.withResolvers<ChannelFailure>();
    const fail = (error: unknown) => resolve(toFailure(error));
    this.#stopping.signal.addEventListener('abort', () => fail(new Error('stopped')), { once: true });
    try {
      const live: RunningChatbot = { row: this.row, ...openChannel(this.#room, this.row), fail };
      const conversations = new Conversations(this.#room, live);
      try {
        await this.#connect(live, conversations);
        return await broken;
      } finally {
        this.#conversations = undefined;
        await Promise.all([conversations.stop(), live.channel.stop()]);
      }
    } catch (error) {
      if (!(error instanceof ChannelFailure))
        this.#room.log.error({ err: error, chatbot: this.row.id }, 'a chatbot failed');
      return toFailure(error);
    }
  }

  async #connect(live: RunningChatbot, conversations: Conversations): Promise<void> {
    const identity = await live.channel.check(this.#stopping.signal);
    const inlet: Inlet = {
      identity,
      take: (messages) => takeMessages(this.#room, live, messages),
      latest: () => selectLatest(this.#room.database, this.row.id),
      fail: live.fail,
    };
    this.#conversations = conversations;
    await live.channel.start(inlet);
    await this.#write('running', { last_error: null, identity });
    const busy = await selectBusyConversations(this.#room.database, [this.row.id]);
    for (const { id } of busy) conversations.wake(id);
  }

  async #write(status: ChatbotStatus, { identity, last_error }: { last_error: string | null; identity?: Identity }) {
    await transact(this.#room.database, async (transaction) => {
      const change = { status, last_error, ...(identity && { identity: encodeJson(identity) }) };
      await updateRunning(transaction, this.row.id, change);
      const event = status === 'error' ? 'error' : 'started';
      emitChatbotEvent(this.#room, transaction, event, this.row, last_error === null ? {} : { error: last_error });
    });
  }
}

function toFailure(error: unknown): ChannelFailure {
  if (error instanceof ChannelFailure) return error;
  if (error instanceof SealBrokenError)
    return new ChannelFailure('credentials', 'Its secrets were sealed under another master key: set them again.');
  return new ChannelFailure('temporary', 'Something went wrong inside the service.');
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  signal.addEventListener('abort', () => resolve(), { once: true });
  if (signal.aborted) resolve();
  await promise;
  clearTimeout(timer);
}
