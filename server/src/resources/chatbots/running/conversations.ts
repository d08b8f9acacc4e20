import { FinishedElsewhere, type MessageRow, selectNext } from '../message-store.ts';
import type { BotContext, RunningChatbot } from './bot-context.ts';
import { deliver } from './deliver.ts';
import { replyTo } from './reply.ts';

const mostAtOnce = 8;
const pauseAfterFaultMs = 2000;

/** Works through the conversations of one bot: messages in order, conversations concurrently. */
export class Conversations {
  readonly #ctx: BotContext;
  readonly #bot: RunningChatbot;
  readonly #stopping = new AbortController();
  /** Conversations in progress; true when one must be checked again afterwards. */
  readonly #working = new Map<string, boolean>();
  readonly #queue = new Set<string>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #ended = new Set<Promise<void>>();

  constructor(ctx: BotContext, bot: RunningChatbot) {
    this.#ctx = ctx;
    this.#bot = bot;
  }

  /** Checks what the conversation has to do. */
  wake(conversationId: string): void {
    if (this.#stopping.signal.aborted) return;
    clearTimeout(this.#timers.get(conversationId));
    this.#timers.delete(conversationId);
    if (this.#working.has(conversationId)) this.#working.set(conversationId, true);
    else this.#queue.add(conversationId);
    this.#begin();
  }

  /** Aborts answers in progress, which are made again later. Resolves when all work has ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const timer of this.#timers.values()) clearTimeout(timer);
    await Promise.all(this.#ended);
  }

  #begin(): void {
    for (const conversationId of this.#queue) {
      if (this.#working.size >= mostAtOnce) return;
      this.#queue.delete(conversationId);
      this.#working.set(conversationId, false);
      const ended = this.#work(conversationId)
        .catch((error) => this.#pause(conversationId, error))
        .finally(() => this.#end(conversationId, ended));
      this.#ended.add(ended);
    }
  }

  #end(conversationId: string, ended: Promise<void>): void {
    const again = this.#working.get(conversationId);
    this.#working.delete(conversationId);
    this.#ended.delete(ended);
    if (again) this.wake(conversationId);
    else this.#begin();
  }

  async #work(conversationId: string): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted && this.#bot.holdsLease()) {
      const next = await selectNext(this.#ctx.database, conversationId);
      if (!next) return;
      const wait = next.run_at === null ? 0 : Date.parse(next.run_at) - Date.now();
      if (wait > 0) return this.#wakeLater(conversationId, wait);
      await this.#step(next, signal).catch(unlessFinished);
    }
  }

  async #step(next: MessageRow, signal: AbortSignal): Promise<void> {
    if (next.direction === 'out') await deliver(this.#ctx, this.#bot, next);
    else await replyTo(this.#ctx, this.#bot, next, signal);
  }

  #wakeLater(conversationId: string, milliseconds: number): void {
    const timer = setTimeout(() => this.wake(conversationId), Math.min(milliseconds, 60_000));
    this.#timers.set(conversationId, timer);
  }

  /** Retries after a failure of the database: nothing was stored. */
  #pause(conversationId: string, error: unknown): void {
    this.#ctx.log.error({ err: error, chatbot: this.#bot.row.id }, 'a conversation was interrupted');
    if (!this.#stopping.signal.aborted) this.#wakeLater(conversationId, pauseAfterFaultMs);
  }
}

/** Another process has done the step. */
function unlessFinished(error: unknown): void {
  if (!(error instanceof FinishedElsewhere)) throw error;
}
