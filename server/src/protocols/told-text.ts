import type { CompletionEvent } from '../resources/agents/completions/events.ts';
import type { CompletionAnswer } from '../resources/agents/completions/schemas.ts';
import { type Origin, originOf } from './origin.ts';

/** The text of a streamed answer as its client puts it together. Tool calls are internal to the agent and not shown. */
export class ToldText {
  #text = '';
  #beginsAnew = false;

  /** Whether anything was told. */
  get hasSpoken(): boolean {
    return this.#text !== '';
  }

  get text(): string {
    return this.#text;
  }

  /** Returns what to tell of an event; undefined for nothing. What follows a tool call is a paragraph of its own. */
  take(event: CompletionEvent): string | undefined {
    if (event.type === 'tool_call') this.#beginsAnew = this.hasSpoken;
    if (event.type !== 'token') return undefined;
    const delta = this.#beginsAnew ? `\n\n${event.text}` : event.text;
    this.#beginsAnew = false;
    this.#text += delta;
    return delta;
  }

  /** Where the answer comes from, with its figures at their places in the whole text. */
  originOf({ message }: CompletionAnswer): Origin {
    const at = Math.max(0, this.#text.lastIndexOf(message.content));
    const moved = message.unfounded_figures?.map(({ text, start, end }) => ({
      text,
      start: start + at,
      end: end + at,
    }));
    return originOf({ ...message, ...(moved ? { unfounded_figures: moved } : {}) });
  }
}
