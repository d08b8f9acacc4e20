const pageBytes = 65536;
const maximumPages = 65536;
/** Address 0 is never allocated, so that it can mean "none". */
const firstAddress = 64;

/** A growing block of shared memory, allocated from the bottom up; a training works in one. */
export class Arena {
  readonly memory = new WebAssembly.Memory({ initial: 1, maximum: maximumPages, shared: true });
  #top = firstAddress;
  /** The buffers of earlier views; memory that grows gets a new one. */
  readonly #buffers = new WeakSet<SharedArrayBuffer>();

  /** Reserves `bytes` (not zeroed) and returns their address, a multiple of 64. Throws a RangeError beyond 4 GiB. */
  allocate(bytes: number): number {
    const address = this.#top;
    const top = Math.ceil((address + bytes) / 64) * 64;
    const missingPages = Math.ceil((top - this.memory.buffer.byteLength) / pageBytes);
    if (top > maximumPages * pageBytes) {
      throw new RangeError(`Training on this table needs more than 4 GiB of working memory (${top} bytes).`);
    }
    if (missingPages > 0) this.memory.grow(missingPages);
    this.#top = top;
    return address;
  }

  /** The current end of allocated memory, for `release`. */
  mark(): number {
    return this.#top;
  }

  /** Frees everything allocated since `mark` returned this address. */
  release(mark: number): void {
    this.#top = mark;
  }

  bytes(address: number, length: number): Uint8Array<SharedArrayBuffer> {
    return new Uint8Array(this.#buffer(), address, length);
  }

  shorts(address: number, length: number): Int16Array<SharedArrayBuffer> {
    return new Int16Array(this.#buffer(), address, length);
  }

  integers(address: number, length: number): Int32Array<SharedArrayBuffer> {
    return new Int32Array(this.#buffer(), address, length);
  }

  doubles(address: number, length: number): Float64Array<SharedArrayBuffer> {
    return new Float64Array(this.#buffer(), address, length);
  }

  /** The address of values that lie in this arena; undefined for others. */
  addressOf({ buffer, byteOffset }: Float64Array | Int32Array): number | undefined {
    return buffer instanceof SharedArrayBuffer && this.#buffers.has(buffer) ? byteOffset : undefined;
  }

  #buffer(): SharedArrayBuffer {
    const { buffer } = this.memory;
    this.#buffers.add(buffer);
    return buffer;
  }
}
