const [fewestSlots, mostShare] = [64, 1 / 2];

/** Numbers without repetitions. A `Set` makes an object of each number and takes ten times as long. */
export class DistinctNumbers {
  #slots = new Float64Array(fewestSlots).fill(Number.NaN);
  #size = 0;

  /** Adds a number that is not NaN; returns whether it is new. */
  add(value: number): boolean {
    const number = value + 0; // turns -0 into 0
    const slot = slotOf(this.#slots, number);
    if (this.#slots[slot] === number) return false;
    this.#slots[slot] = number;
    this.#size += 1;
    if (this.#size > this.#slots.length * mostShare) this.#grow();
    return true;
  }

  sorted(): Float64Array {
    return this.#slots.filter((value) => !Number.isNaN(value)).sort();
  }

  #grow(): void {
    const grown = new Float64Array(this.#slots.length * 2).fill(Number.NaN);
    for (const value of this.#slots) if (!Number.isNaN(value)) grown[slotOf(grown, value)] = value;
    this.#slots = grown;
  }
}

const hashed = new Float64Array(1);
const halves = new Int32Array(hashed.buffer);

/** Returns the slot of a number, or the free one that it belongs to. */
function slotOf(slots: Float64Array, value: number): number {
  hashed[0] = value;
  const mixed = Math.imul(halves[0] ^ Math.imul(halves[1], 0x85ebca6b), 0x9e3779b1);
  const last = slots.length - 1;
  let slot = (mixed ^ (mixed >>> 15)) & last;
  while (slots[slot] !== value && !Number.isNaN(slots[slot])) slot = (slot + 1) & last;
  return slot;
}
