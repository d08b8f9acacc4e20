import { mixHash } from '../validation/row-keys.ts';

/** The rows of a training, and how near another row must come to one of them to count as known. */
export interface KnownRows {
  /** Slots of an encoded row that must be equal. */
  equal: Int32Array;
  /** Slots of numbers that may differ by a little, and by how much. */
  near: Int32Array;
  tolerances: Float64Array;
  /** Hashes of the equal slots of each known row, ascending; rows of one hash ascend by their first near slot. */
  keys: Uint32Array;
  /** The near slots of each known row (rows x slots). */
  cells: Float64Array;
}

const bits = new Float64Array(1);
const words = new Int32Array(bits.buffer);
/** Starts a hash, because 0 would stay 0. */
const seed = 0x9e3779b9;

/** Returns a hash of some slots of the encoded row from `start`. */
export function hashSlots(slots: Int32Array, encoded: Float64Array, start: number): number {
  let hash = seed;
  for (let index = 0; index < slots.length; index++) {
    bits[0] = comparable(encoded[start + slots[index]]);
    hash = mixHash(words[1], mixHash(words[0], hash));
  }
  return hash >>> 0;
}

/** Returns a number that is equal for equal cells: missing ones equal each other, and -0 is 0. */
export function comparable(cell: number): number {
  return Number.isNaN(cell) ? Number.MAX_VALUE : cell + 0;
}

/**
 * Returns whether a known row is like the encoded one from `start`. Of several, `isWanted` is asked with their places
 * until one is wanted.
 */
export function isKnown(
  { equal, near, tolerances, keys, cells }: KnownRows,
  encoded: Float64Array,
  start: number,
  isWanted?: (place: number) => boolean,
): boolean {
  const width = near.length;
  const key = hashSlots(equal, encoded, start);
  const first = width > 0 ? comparable(encoded[start + near[0]]) : 0;
  const least = width > 0 ? first - tolerances[0] : 0;
  for (let place = firstFrom(keys, cells, width, key, least); place < keys.length && keys[place] === key; place++) {
    if (width > 0 && cells[place * width] > first + tolerances[0]) return false;
    let slot = 1;
    while (
      slot < width &&
      Math.abs(cells[place * width + slot] - comparable(encoded[start + near[slot]])) <= tolerances[slot]
    )
      slot += 1;
    if (slot >= width && (isWanted === undefined || isWanted(place))) return true;
  }
  return false;
}

/** Returns the first place with a greater key, or with this key and a first near slot of at least `least`. */
function firstFrom(keys: Uint32Array, cells: Float64Array, width: number, key: number, least: number): number {
  let [low, high] = [0, keys.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const isBefore = keys[middle] < key || (keys[middle] === key && width > 0 && cells[middle * width] < least);
    if (isBefore) low = middle + 1;
    else high = middle;
  }
  return low;
}
