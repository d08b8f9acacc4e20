/** The cells of one column, one for each row. */
export type Cells = Float64Array | Int32Array;

/**
 * Mask of the high part of a hash. Keys are sums of such hashes, which are exact in a double for up to 4,096 columns.
 */
const highBits = 0xff;

const bits = new Float64Array(1);
const words = new Int32Array(bits.buffer);

export function mixHash(word: number, seed: number): number {
  let mixed = Math.imul(word ^ seed, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

/** Returns a hash of 40 bits for a cell; equal cells of one column have the same. */
function hashCell(cell: number, column: number): number {
  bits[0] = cell;
  const low = mixHash(words[0] ^ mixHash(words[1], column + 1), 0x9e3779b9 + column);
  const high = mixHash(low ^ words[1], 0x27d4eb2f ^ column);
  return (high & highBits) * 2 ** 32 + (low >>> 0);
}

/** Keys of rows, which are equal for equal rows, also when some columns are left out. */
export class RowKeys {
  private readonly columns: readonly Cells[];
  private readonly sums: Float64Array;
  private readonly counts = new Map<string, number>();

  constructor(columns: readonly Cells[], rowCount: number) {
    this.columns = columns;
    this.sums = new Float64Array(rowCount);
    for (const [column, cells] of columns.entries())
      for (let row = 0; row < rowCount; row++) this.sums[row] += hashCell(cells[row], column);
  }

  /** Returns one key for each row, from all columns except those left out. */
  without(leftOut: readonly number[]): Float64Array {
    const keys = this.sums.slice();
    for (const column of leftOut) {
      const cells = this.columns[column];
      for (let row = 0; row < keys.length; row++) keys[row] -= hashCell(cells[row], column);
    }
    return keys;
  }

  /** Returns the number of pairs of rows that are equal in all columns except those left out. */
  countPairs(leftOut: readonly number[]): number {
    const name = leftOut.join();
    const known = this.counts.get(name);
    if (known !== undefined) return known;
    const counted = countEqual(this.without(leftOut));
    this.counts.set(name, counted);
    return counted;
  }
}

/** Returns the number of pairs of equal numbers. */
export function countEqual(keys: Float64Array): number {
  const sorted = keys.slice().sort();
  let pairs = 0;
  let start = 0;
  for (let place = 1; place <= sorted.length; place++) {
    if (place < sorted.length && sorted[place] === sorted[start]) continue;
    pairs += ((place - start) * (place - start - 1)) / 2;
    start = place;
  }
  return pairs;
}
