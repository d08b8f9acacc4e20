/** The background of a leaf: how many of its rows fail which inputs on the leaf's path. */
export interface LeafBackground {
  value: number;
  /** Distinct sets of failed inputs, as bits. */
  failed: Int32Array;
  /** Share of the background rows that fail exactly these. */
  shares: Float64Array;
}

/** Sets of so few inputs are counted by themselves; of more, sorted. */
const countedInputs = 8;
const counts = new Int32Array(2 ** countedInputs);

/** Counts the sets of `inputs` inputs that background rows fail at a leaf; `failed` may be sorted in place. */
export function compressBackground(value: number, failed: Int32Array, inputs: number): LeafBackground {
  const sets = inputs > countedInputs ? listSorted(failed) : listCounted(failed, 2 ** inputs);
  const shares = Float64Array.from(sets, ([, count]) => count / failed.length);
  return { value, failed: Int32Array.from(sets, ([set]) => set), shares };
}

type CountedSet = [set: number, count: number];

function listCounted(failed: Int32Array, most: number): CountedSet[] {
  counts.fill(0, 0, most);
  for (let row = 0; row < failed.length; row++) counts[failed[row]]++;
  const sets: CountedSet[] = [];
  for (let set = 0; set < most; set++) if (counts[set] > 0) sets.push([set, counts[set]]);
  return sets;
}

function listSorted(failed: Int32Array): CountedSet[] {
  failed.sort();
  const sets: CountedSet[] = [];
  for (let row = 0; row < failed.length; row++) {
    if (row > 0 && failed[row] === failed[row - 1]) sets[sets.length - 1][1]++;
    else sets.push([failed[row], 1]);
  }
  return sets;
}

export function countBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

const mostBits = 31;
/** choose[n * (mostBits + 1) + k], n up to twice as many. */
const choose = tabulateChoices(2 * mostBits);

function tabulateChoices(most: number): Float64Array {
  const table = new Float64Array((most + 1) * (mostBits + 1));
  for (let of = 0; of <= most; of++)
    for (let some = 0; some <= Math.min(of, mostBits); some++) {
      const above = (of - 1) * (mostBits + 1) + some;
      table[of * (mostBits + 1) + some] = some === 0 || some === of ? 1 : table[above - 1] + table[above];
    }
  return table;
}

/**
 * Shapley values of one leaf for a row that fails `failed`. Each of the `own` inputs that only the row passes adds
 * value * (own - 1)! others! / (own + others)!, each of the `others` that only the background passes subtracts value *
 * own! (others - 1)! / (own + others)!. Returns whether any is added.
 */
export function shareLeaf(leaf: LeafBackground, failed: number, count: number, out: Float64Array): boolean {
  out.fill(0, 0, count);
  const others = countBits(failed);
  let taken = 0;
  let isReached = false;
  for (let place = 0; place < leaf.failed.length; place++) {
    const ownBits = leaf.failed[place];
    if ((ownBits & failed) !== 0 || (ownBits | failed) === 0) continue;
    isReached = true;
    const own = countBits(ownBits);
    const part = (leaf.value * leaf.shares[place]) / choose[(own + others) * (mostBits + 1) + own];
    if (others > 0) taken += part / others;
    for (let rest = ownBits; rest !== 0; rest &= rest - 1) out[31 - Math.clz32(rest & -rest)] += part / own;
  }
  for (let rest = failed; rest !== 0; rest &= rest - 1) out[31 - Math.clz32(rest & -rest)] = -taken;
  return isReached;
}
