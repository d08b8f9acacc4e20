/** Counts how often a text occurs in bytes that arrive in pieces. */
export class CountMarks {
  readonly #mark: Buffer;
  #tail = Buffer.alloc(0);
  #count = 0;

  constructor(mark: string) {
    this.#mark = Buffer.from(mark, 'latin1');
  }

  /** Returns the number of all so far. */
  add(piece: Buffer): number {
    const length = this.#mark.length;
    // A mark may lie across two pieces.
    const seam = Buffer.concat([this.#tail, piece.subarray(0, length - 1)]);
    this.#count += this.#countIn(seam) + this.#countIn(piece);
    this.#tail = Buffer.from(piece.length < length - 1 ? seam.subarray(1 - length) : piece.subarray(1 - length));
    return this.#count;
  }

  #countIn(bytes: Buffer): number {
    let count = 0;
    for (let at = bytes.indexOf(this.#mark); at !== -1; at = bytes.indexOf(this.#mark, at + this.#mark.length))
      count += 1;
    return count;
  }
}
