/** Removes NUL, which PostgreSQL does not keep, and puts U+FFFD for halves of characters, which are no text. */
export function cleaned(text: string): string {
  return (text.includes('\0') ? text.replaceAll('\0', '') : text).toWellFormed();
}

/** The same for a text that comes in pieces, which may part the halves of a character. */
export class CleanText {
  #half = '';

  take(piece: string): string {
    const text = this.#half + piece;
    this.#half = /[\ud800-\udbff]$/.test(text) ? text.slice(-1) : '';
    return cleaned(text.slice(0, text.length - this.#half.length));
  }

  /** Returns what was held back, when the text is over. */
  rest(): string {
    const half = this.#half;
    this.#half = '';
    return cleaned(half);
  }
}
