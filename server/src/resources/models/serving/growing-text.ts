/** Up to this length the text stays one string, sent together with the head of the response. */
const longCharacters = 64 * 1024;
/** Characters encoded at once: they are then still in the processor's cache. */
const pieceCharacters = 8 * 1024;
/** Maximum UTF-8 bytes of one UTF-16 unit. */
const mostBytes = 3;

/**
 * A text that grows by pieces: a string while short, UTF-8 bytes beyond. Flattening and encoding a long string of many
 * pieces would cost as much as producing it.
 */
export class GrowingText {
  #text = '';
  #bytes: Buffer<ArrayBuffer> | undefined;
  #length = 0;

  add(piece: string): void {
    this.#text += piece;
    if (this.#text.length > (this.#bytes ? pieceCharacters : longCharacters)) this.#encode();
  }

  /** Returns everything added. */
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
