/** Up to here one string: it is sent with the head of the answer. */
const longCharacters = 64 * 1024;
/** Characters that are encoded at once: so few are still in the processor's cache. */
const pieceCharacters = 8 * 1024;
/** UTF-8 needs at most three bytes for what is one character here. */
const mostBytes = 3;

/**
 * A text that grows piece by piece: a string while it is short, UTF-8 beyond. A long string of many pieces would have to be
 * put together in memory and then encoded, which costs as much again as to make the pieces.
 */
export class GrowingText {
  #text = '';
  #bytes: Buffer<ArrayBuffer> | undefined;
  #length = 0;

  add(piece: string): void {
    this.#text += piece;
    if (this.#text.length > (this.#bytes ? pieceCharacters : longCharacters)) this.#encode();
  }

  /** All that was added. */
  take(): string | Buffer<ArrayBuffer> {
    if (this.#bytes === undefined) return this.#text;
    this.#encode();
    return this.#bytes.subarray(0, this.#length);
  }

  #encode(): void {
    const bytes = this.#withRoom(this.#text.length * mostBytes);
    this.#length += bytes.write(this.#text, this.#length);
    this.#text = '';
  }

  #withRoom(room: number): Buffer<ArrayBuffer> {
    const needed = this.#length + room;
    if (this.#bytes !== undefined && this.#bytes.length >= needed) return this.#bytes;
    const grown = Buffer.allocUnsafeSlow(Math.max(needed, 2 * (this.#bytes?.length ?? 2 * longCharacters)));
    if (this.#bytes) grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
    return grown;
  }
}
