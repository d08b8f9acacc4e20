import { weighTokens } from '../../../platform/language/estimate-tokens.ts';

/** How far a text may go beyond the usual characters of its tokens, so that no honest one is cut. */
const generosity = 4;
const spareTokens = 50;

/** The room for the text of a language model that was asked for so many tokens at most, which it may not heed. */
export class TextRoom {
  /** In tokens of the usual length. */
  #left: number;

  constructor(mostTokens = Number.POSITIVE_INFINITY) {
    this.#left = (mostTokens + spareTokens) * generosity;
  }

  get isFull(): boolean {
    return this.#left === 0;
  }

  /** Returns what of the next piece there is room for. */
  take(text: string): string {
    const tokens = weighTokens(text);
    const share = this.#left / tokens;
    this.#left = Math.max(0, this.#left - tokens);
    return share >= 1 || text === '' ? text : text.slice(0, Math.floor(text.length * share));
  }
}
