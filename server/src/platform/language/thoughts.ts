/** What a language model thinks aloud is no answer. Models differ in the name of the mark around it. */
const names = ['think', 'thinking', 'thought', 'thoughts', 'reasoning'];
const mark = new RegExp(`<\\s{0,3}/?\\s{0,3}(?:${names.join('|')})(?:\\s[^<>]{0,200})?/?>`, 'i');
const halfMark = /^<\s{0,3}\/?\s{0,3}([a-z]*)(\/?|\s[^<>]{0,200})$/i;

/** A piece of a text without the thoughts in it. */
export interface Unthought {
  text: string;
  /** What was thought. */
  thought: string;
  /** Whether all that came before was thought, too: its end came, and no beginning. */
  restarts: boolean;
}

/** Parts the thoughts of a text that comes in pieces from the text. */
export class Thoughts {
  /** What may still be a part of a mark. */
  #unread = '';
  /** How many thoughts stand around what comes next. */
  #depth: number;
  #hasMark: boolean;
  /** What is the answer where no further mark comes: it follows the end of a thought inside, or the very beginning. */
  #maybe: string | undefined;
  /** What follows an end without a beginning, until there is a word of it. */
  #after: string | undefined;
  #opensUnseen: boolean | undefined;
  readonly #areOpen: boolean;

  /** @param areOpen whether the text begins inside a thought, because the template of the model opens one */
  constructor(areOpen = false) {
    this.#areOpen = areOpen;
    this.#depth = areOpen ? 1 : 0;
    this.#hasMark = areOpen;
    this.#maybe = areOpen ? '' : undefined;
  }

  take(piece: string): Unthought {
    const taken: Unthought = { text: '', thought: '', restarts: false };
    this.#unread += piece;
    for (let found = mark.exec(this.#unread); found !== null; found = mark.exec(this.#unread)) {
      this.#add(taken, this.#unread.slice(0, found.index));
      this.#unread = this.#unread.slice(found.index + found[0].length);
      if (!found[0].endsWith('/>')) this.#turn(!/^<\s*\//.test(found[0]));
    }
    const from = startOfMark(this.#unread);
    this.#add(taken, this.#unread.slice(0, from));
    this.#unread = this.#unread.slice(from);
    return taken;
  }

  /** Returns what was held back, when the text is over or pauses. */
  rest(): string {
    const isOpen = this.#depth > 0;
    const held = isOpen ? this.#maybe : (this.#after ?? '');
    const unread = this.#unread;
    this.#unread = '';
    if (this.#after !== undefined) this.#after = '';
    if (held === undefined) return '';
    if (isOpen) this.#wasNoThought();
    return held + unread;
  }

  /** What stood inside was the answer: what comes now is the same. */
  #wasNoThought(): void {
    this.#depth = 0;
    this.#maybe = undefined;
    if (!this.#areOpen) return;
    this.#opensUnseen = false;
    this.#hasMark = false;
  }

  /** Whether the template of the model opens a thought that the text then ends; undefined where that was not seen. */
  get opensUnseen(): boolean | undefined {
    return this.#opensUnseen;
  }

  #add(taken: Unthought, text: string): void {
    if (this.#depth > 0) {
      taken.thought += text;
      if (this.#maybe !== undefined) this.#maybe += text;
    } else if (this.#after === undefined) taken.text += text;
    else {
      this.#after += text;
      if (!/[\p{L}\p{N}]/u.test(text)) return;
      Object.assign(taken, { text: this.#after, restarts: true });
      this.#after = undefined;
      this.#opensUnseen = true;
    }
  }

  #turn(isBeginning: boolean): void {
    if (isBeginning) {
      const isSame = this.#depth === 1 && this.#maybe?.trim() === '';
      this.#depth += isSame ? 0 : 1;
      this.#maybe = undefined;
    } else if (this.#depth > 0) {
      this.#depth -= 1;
      this.#maybe = this.#depth > 0 ? '' : undefined;
    } else if (!this.#hasMark) this.#after = '';
    this.#hasMark = true;
  }
}

/** Returns where a mark may begin whose end has not come, or the length of the text. */
function startOfMark(text: string): number {
  const at = text.lastIndexOf('<');
  const [, name, more] = (at < 0 ? null : halfMark.exec(text.slice(at))) ?? [];
  if (name === undefined) return text.length;
  const known = name.toLowerCase();
  const mayBe = more === '' ? names.some((one) => one.startsWith(known)) : names.includes(known);
  return mayBe ? at : text.length;
}
