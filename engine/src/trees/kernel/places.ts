const pageBytes = 65_536;

/** Allocates addresses one after another, aligned to 16 bytes. */
export class Places {
  #end = 0;

  take(bytes: number): number {
    const start = this.#end;
    this.#end = Math.ceil((start + bytes) / 16) * 16;
    return start;
  }

  get pages(): number {
    return Math.max(1, Math.ceil(this.#end / pageBytes));
  }
}
