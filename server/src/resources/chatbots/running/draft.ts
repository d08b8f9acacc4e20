import { newId } from '../../../ids.ts';
import { ChannelFailure } from '../../../platform/channels/failure.ts';
import { firstPart } from '../../../platform/channels/markdown/split.ts';
import { insertMessage, type MessageRow, selectDraft, updateMessage } from '../message-store.ts';
import { beginningOf } from './beginning.ts';
import type { BotContext, RunningChatbot } from './bot-context.ts';
import { outgoingRow } from './outgoing-row.ts';
import { addressOf, findPosted } from './send.ts';

/**
 * Shows a slow answer while it is being written: by previews where the channel has them, otherwise by editing one
 * message as often as the platform allows. That message becomes the first part of the answer.
 */
export class Draft {
  readonly #ctx: BotContext;
  readonly #bot: RunningChatbot;
  readonly #question: MessageRow;
  #latest = '';
  #shown = '';
  #closed = new AbortController();
  #showing: Promise<void> | undefined;

  constructor(ctx: BotContext, bot: RunningChatbot, question: MessageRow) {
    this.#ctx = ctx;
    this.#bot = bot;
    this.#question = question;
  }

  show(textSoFar: string): void {
    const { channel, params } = this.#bot;
    if (params.stream === false || textSoFar.trim() === '') return;
    if (channel.previews) this.#preview(textSoFar);
    if (channel.editEveryMs === undefined || !channel.edit) return;
    this.#latest = textSoFar;
    this.#showing ??= this.#keepShowing(channel.editEveryMs(addressOf(this.#question))).catch((error) => {
      // A draft is optional: the answer itself is sent later, with retries.
      if (!(error instanceof ChannelFailure)) this.#ctx.log.error({ err: error }, 'a draft could not be shown');
      else if (error.kind === 'credentials') this.#bot.fail(error);
    });
  }

  #preview(text: string): void {
    const { id, conversation_id } = this.#question;
    this.#ctx.chatbotHub.showPreview(conversation_id, { replyTo: id, text });
  }

  /** Ends the draft. Returns the message that shows it, also one left by an earlier attempt. */
  async close(): Promise<MessageRow | undefined> {
    this.#closed.abort();
    this.#ctx.chatbotHub.endPreview(this.#question.conversation_id);
    await this.#showing;
    return selectDraft(this.#ctx.database, this.#question);
  }

  async #keepShowing(everyMs: number): Promise<void> {
    const { channel } = this.#bot;
    const address = addressOf(this.#question);
    // An answer that is ready before this pause ends is sent as a whole; until then the platform shows "typing".
    await this.#pause(everyMs);
    if (this.#closed.signal.aborted) return;
    const posted = await this.#post();
    while (!this.#closed.signal.aborted) {
      const reply = await firstPart({ text: this.#latest, citations: [] }, channel);
      if (reply.text !== this.#shown) await channel.edit?.(address, posted, reply);
      this.#shown = reply.text;
      await this.#pause(everyMs);
    }
  }

  /** Posts the draft once, whatever earlier attempts did. Returns its ID on the platform. */
  async #post(): Promise<string> {
    const { database } = this.#ctx;
    const known = (await selectDraft(database, this.#question)) ?? (await this.#insert());
    if (known.posted_id !== null) return known.posted_id;
    const { channel } = this.#bot;
    const posted =
      (await findPosted(this.#bot, known)) ??
      (await channel.post(addressOf(known), beginningOf(this.#latest), known.id));
    await updateMessage(database, known.id, { posted_id: posted });
    return posted;
  }

  async #insert(): Promise<MessageRow> {
    const row = { ...outgoingRow(this.#question, newId('msg'), 'answer', ''), status: 'drafting' as const };
    await insertMessage(this.#ctx.database, row);
    return row;
  }

  async #pause(milliseconds: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, milliseconds);
    this.#closed.signal.addEventListener('abort', () => resolve(), { once: true });
    await promise;
    clearTimeout(timer);
  }
}
