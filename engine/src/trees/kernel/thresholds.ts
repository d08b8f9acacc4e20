const sampleSize = 100_000;

/** Returns a number t with low <= t < high, in the middle; both may be infinite. */
function middleOf(low: number, high: number): number {
  const bottom = Math.max(low, -Number.MAX_VALUE);
  const middle = bottom / 2 + Math.min(high, Number.MAX_VALUE) / 2;
  return middle >= bottom && middle < high ? middle : bottom;
}

/** Returns the known values of a column: all, or an even sample of about 100,000 of a longer column. */
function sampleKnown(values: Float64Array): Float64Array {
  const step = Math.max(1, values.length / sampleSize);
  const sample = new Float64Array(Math.ceil(values.length / step));
  let known = 0;
  for (let index = 0; index < sample.length; index++) {
    const value = values[Math.floor(index * step)];
    // Adding 0 turns -0 into 0, because sorting and bits distinguish the two.
    if (!Number.isNaN(value)) sample[known++] = value + 0;
  }
  return sample.subarray(0, known);
}

const slotBits = 10;

/**
 * Returns the distinct values in ascending order, found without sorting them all; undefined when they are more than
 * `limit`.
 */
function distinctValues(values: Float64Array, limit: number): Float64Array | undefined {
  const slots = new Float64Array(1 << slotBits).fill(Number.NaN);
  const distinct = new Float64Array(limit);
  const halves = new Int32Array(values.buffer, values.byteOffset, values.length * 2);
  let count = 0;
  for (let index = 0; index < values.length; index++) {
    const value = values[index];
    const mixed = Math.imul(halves[index * 2] ^ Math.imul(halves[index * 2 + 1], 0x85ebca6b), 0x9e3779b1);
    let slot = mixed >>> (32 - slotBits);
    while (slots[slot] !== value && !Number.isNaN(slots[slot])) slot = (slot + 1) & ((1 << slotBits) - 1);
    if (slots[slot] === value) continue;
    if (count === limit) return undefined;
    slots[slot] = value;
    distinct[count++] = value;
  }
  return distinct.subarray(0, count).sort();
}

function quantileThresholds(sorted: Float64Array, binCount: number): number[] {
  const thresholds: number[] = [];
  for (let bin = 1; bin < binCount; bin++) {
    const position = Math.floor((bin * sorted.length) / binCount);
    const low = sorted[position - 1];
    const high = sorted[position];
    // A run of equal values is not divided: the cut is where the value changes.
    const threshold = low < high ? middleOf(low, high) : cutAfter(sorted, position);
    if (threshold !== undefined && (thresholds.length === 0 || threshold > thresholds[thresholds.length - 1])) {
      thresholds.push(threshold);
    }
  }
  return thresholds;
}

function cutAfter(sorted: Float64Array, position: number): number | undefined {
  let low = position;
  let high = sorted.length;
  while (low < high) {
    const probe = (low + high) >>> 1;
    if (sorted[probe] > sorted[position]) high = probe;
    else low = probe + 1;
  }
  return low < sorted.length ? middleOf(sorted[position], sorted[low]) : undefined;
}

/**
 * Chooses at most `maxBins - 1` ascending upper edges: bin b holds values <= edge b, the last bin the rest. Few values
 * have a bin each; many are cut into bins of equal counts. Cuts depend on the order of values only.
 */
export function chooseThresholds(values: Float64Array, maxBins: number): Float64Array {
  const sample = sampleKnown(values);
  const distinct = distinctValues(sample, maxBins);
  if (distinct === undefined) return Float64Array.from(quantileThresholds(sample.sort(), maxBins));
  return Float64Array.from(distinct.subarray(1), (value, index) => middleOf(distinct[index], value));
}

/** Returns the bin of a number: how many thresholds lie below it. */
export function findBin(thresholds: Float64Array, value: number): number {
  let low = 0;
  let high = thresholds.length;
  while (low < high) {
    const probe = (low + high) >>> 1;
    if (thresholds[probe] < value) low = probe + 1;
    else high = probe;
  }
  return low;
}
