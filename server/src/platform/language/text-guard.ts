import { circleIn, RepetitionWatch } from './repetition.ts';
import { Thoughts } from './thoughts.ts';

/** Why a text was ended before its language model ended it. */
export type EarlyEnd = 'repetition' | 'chat_tag';

/** Marks of chat templates, which a language model writes where its own turn is over. */
const tag = /<\|[a-z0-9_]{2,30}\|>|<\/s>|<(?:start|end)_of_turn>|<(?:eos|bos|pad)>|\[\/?INST\]|<<\/?SYS>>/i;
/** The end of a text that may be the beginning of a mark. */
const halfTag = /(?:<[|/<]?[a-z0-9_/|]{0,30}|\[\/?I?N?S?T?)$/i;
/** A mark in front of an answer is the end of the question, with the role of who speaks now. */
const opening = /^\s*(?:(?:<\|[a-z0-9_]{2,30}\|>|<start_of_turn>)\s?(?:assistant|model)?\s*\n)+/i;
const halfOpening = /^\s*(?:<\|[a-z0-9_]{2,30}\|>|<start_of_turn>)[a-z ]{0,12}$/i;

/** What may be passed on of a piece. */
export interface Guarded {
  text: string;
  /** What was thought in it, which is no answer. */
  thought?: string;
  /** Whether nothing that was passed on before belongs to the answer: it was thought. */
  restarts?: boolean;
  /** Why the text ends here, if it does. */
  ended?: EarlyEnd;
}

/**
 * Watches the text of a language model as it comes. Small ones go on after their turn and write the marks of their chat
 * template, or say the same for ever; both end the text. What they think aloud is left out.
 */
export class TextGuard {
  readonly #thoughts: Thoughts;
  readonly #said = new RepetitionWatch();
  readonly #thought = new RepetitionWatch(circleIn);
  #isBegun = false;
  #held = '';

  /** @param opensUnseen whether the text begins inside a thought */
  constructor(opensUnseen = false) {
    this.#thoughts = new Thoughts(opensUnseen);
  }

  /** Whether the template of the model opens a thought that the text then ends; undefined where that was not seen. */
  get opensUnseen(): boolean | undefined {
    return this.#thoughts.opensUnseen;
  }

  take(piece: string): Guarded {
    const { text, thought, restarts } = this.#thoughts.take(piece);
    if (restarts) {
      this.#held = '';
      this.#isBegun = false;
    }
    const guarded = { ...this.#read(text), thought, ...(restarts ? { restarts } : {}) };
    return this.thinks(thought) ? { ended: 'repetition', ...guarded } : guarded;
  }

  /** Returns whether what is thought goes round in a circle by now; also for what is told apart from the text. */
  thinks(thought: string): boolean {
    return this.#thought.sees(thought);
  }

  /** Returns what was held back, when the text is over. */
  rest(): string {
    const text = this.#held + this.#thoughts.rest();
    this.#held = '';
    return text.slice(0, tag.exec(text)?.index);
  }

  #read(piece: string): Guarded {
    this.#held += piece;
    if (!this.#isBegun) {
      if (halfOpening.test(this.#held)) return { text: '' };
      this.#held = this.#held.replace(opening, '');
    }
    const found = tag.exec(this.#held);
    const from = found?.index ?? halfTag.exec(this.#held)?.index ?? this.#held.length;
    const text = this.#held.slice(0, from);
    this.#held = this.#held.slice(from);
    this.#isBegun ||= text !== '';
    if (found) return { text, ended: 'chat_tag' };
    return this.#said.sees(text) ? { text, ended: 'repetition' } : { text };
  }
}
