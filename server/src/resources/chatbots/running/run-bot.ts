import { ChannelFailure } from '../../../platform/channels/failure.ts';
import type { Channel, Identity, Inlet } from '../../../platform/channels/platform.ts';
import { encodeJson } from '../../../platform/db/json.ts';
import type { ChatbotStatus } from '../../../platform/db/schema/chatbots.ts';
import { transact } from '../../../platform/db/transact.ts';
import { SealBrokenError } from '../../../platform/secrets/sealed-box.ts';
import { selectLatest } from '../conversation-store.ts';
import { selectBusyConversations } from '../message-store.ts';
import { type ChatbotRow, chatbots, updateRunning } from '../store.ts';
import { backoffMs } from './backoff.ts';
import { type BotContext, openChannel, type RunningChatbot } from './bot-context.ts';
import { Conversations } from './conversations.ts';
import { takeMessages } from './take.ts';

/**
 * Time after which a running bot counts as healthy, so that the backoff starts from the beginning at the next failure.
 */
const wellAfterMs = 60_000;

/** A running bot with its conversations. It continues while its channel cannot receive for a time. */
interface Life {
  bot: RunningChatbot;
  conversations: Conversations;
}

/**
 * Keeps one bot running: connects it, records its error when it breaks, and retries. When only receiving breaks, only
 * receiving restarts, so that answers in progress, which cost money, are not lost.
 */
export class RunningBot {
  readonly row: ChatbotRow;
  /** Until when no other process takes the bot, by the clock of `performance`. */
  heldUntil: number;
  readonly #ctx: BotContext;
  readonly #stopping = new AbortController();
  readonly #ended: Promise<void>;
  #life: Life | undefined;
  #ending: Promise<unknown> = Promise.resolve();
  /** Resolves with the failure that ends receiving. */
  #broken = Promise.withResolvers<ChannelFailure>();
  /** Whether the platform has accepted the bot and told its identity. */
  #isKnown = false;

  constructor(ctx: BotContext, row: ChatbotRow, heldUntil: number) {
    this.row = row;
    this.heldUntil = heldUntil;
    this.#ctx = ctx;
    this.#ended = this.#run().catch((error) => ctx.log.error({ err: error, chatbot: row.id }, 'a chatbot broke off'));
  }

  wake(conversationId: string): void {
    if (this.#isKnown) this.#life?.conversations.wake(conversationId);
  }

  /** Resolves when it receives and sends nothing more. The caller sets its status. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#fail(new Error('stopped'));
    await this.#ended;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    for (let failures = 1; !signal.aborted; failures += 1) {
      const began = Date.now();
      const failure = await this.#receive();
      if (signal.aborted) break;
      if (Date.now() - began > wellAfterMs) failures = 1;
      await this.#write('error', { last_error: failure.message });
      await pause(Math.max(backoffMs(failures), failure.retryAfterMs ?? 0), signal);
    }
    this.#endLife();
    await this.#ending;
  }

  /** Receives until it fails or the bot is stopped. Returns the failure. */
  async #receive(): Promise<ChannelFailure> {
    await this.#ending;
    this.#broken = Promise.withResolvers();
    let channel: Channel | undefined;
    try {
      this.#stopping.signal.throwIfAborted();
      const life = this.#life ?? this.#begin();
      this.#life = life;
      channel = life.bot.channel;
      await this.#connect(life);
    } catch (error) {
      if (!(error instanceof ChannelFailure))
        this.#ctx.log.error({ err: error, chatbot: this.row.id }, 'a chatbot failed');
      this.#fail(error);
    }
    const failure = await this.#broken.promise;
    await channel?.stop();
    return failure;
  }

  #begin(): Life {
    this.#isKnown = false;
    const bot: RunningChatbot = {
      row: this.row,
      ...openChannel(this.#ctx, this.row),
      holdsLease: () => performance.now() < this.heldUntil,
      fail: (error) => this.#fail(error),
    };
    return { bot, conversations: new Conversations(this.#ctx, bot) };
  }

  /** After a refused token or a stop, nothing can be sent either. */
  #fail(error: unknown): void {
    const failure = toFailure(error);
    if (failure.kind !== 'temporary' || this.#stopping.signal.aborted) this.#endLife();
    this.#broken.resolve(failure);
  }

  #endLife(): void {
    const life = this.#life;
    this.#life = undefined;
    if (life) this.#ending = Promise.all([this.#ending, life.conversations.stop(), life.bot.channel.stop()]);
  }

  async #connect({ bot, conversations }: Life): Promise<void> {
    const identity = await bot.channel.check(this.#stopping.signal);
    const inlet: Inlet = {
      identity,
      take: (messages) => takeMessages(this.#ctx, bot, messages),
      latest: () => selectLatest(this.#ctx.database, this.row.id),
      fail: bot.fail,
    };
    this.#isKnown = true;
    await bot.channel.start(inlet);
    await this.#write('running', { last_error: null, identity });
    const busy = await selectBusyConversations(this.#ctx.database, [this.row.id]);
    for (const { id } of busy) conversations.wake(id);
  }

  async #write(status: ChatbotStatus, { identity, last_error }: { last_error: string | null; identity?: Identity }) {
    await transact(this.#ctx.database, async (transaction) => {
      const change = { status, last_error, ...(identity && { identity: encodeJson(identity) }) };
      await updateRunning(transaction, this.row.id, change);
      const event = status === 'error' ? 'error' : 'started';
      chatbots.emit(this.#ctx, transaction, event, this.row, last_error === null ? {} : { error: last_error });
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
