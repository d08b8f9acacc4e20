/** Rooms are whole multiples of this, so that answers of about the same length find one. */
const unit = 64 * 1024;
const [mostRooms, mostBytes] = [4, 1024 * 1024];

/**
 * Memory for answers that are being sent, which is used again once they are: what is allocated outside of V8's heap for
 * each answer made it mark the whole heap every 100 to 250 of them. It is held weakly, so such a collection frees what waits.
 */
export class AnswerRooms {
  #free = new WeakRef<ArrayBuffer[]>([]);

  take(bytes: number): Uint8Array<ArrayBuffer> {
    const free = this.#free.deref() ?? [];
    const found = free.findIndex(({ byteLength }) => byteLength >= bytes && byteLength <= 4 * bytes);
    const [room] = found < 0 ? [new ArrayBuffer(Math.ceil(bytes / unit) * unit)] : free.splice(found, 1);
    return new Uint8Array(room, 0, bytes);
  }

  /** Nothing may read or write the room any more. */
  giveBack({ buffer }: Uint8Array<ArrayBuffer>): void {
    const free = this.#free.deref() ?? [];
    if (buffer.byteLength > mostBytes || free.length >= mostRooms) return;
    free.push(buffer);
    if (this.#free.deref() !== free) this.#free = new WeakRef(free);
  }
}
