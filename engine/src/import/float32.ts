const single = new Float32Array(1);
const singleBits = new Int32Array(single.buffer);
const double = new Float64Array(1);
const doubleBits = new BigInt64Array(double.buffer);

/** Returns the next single below a finite one. */
function singleBelow(value: number): number {
  single[0] = value;
  if (single[0] === 0) return -1.401298464324817e-45;
  singleBits[0] += single[0] > 0 ? -1 : 1;
  return single[0];
}

function doubleBelow(value: number): number {
  if (value === 0) return -Number.MIN_VALUE;
  double[0] = value;
  doubleBits[0] += value > 0 ? -1n : 1n;
  return double[0];
}

/** Returns the largest double that, rounded to a single, is still below `limit` (itself a single). */
export function largestBelowAsSingle(limit: number): number {
  const below = singleBelow(limit);
  if (!Number.isFinite(below)) return -Number.MAX_VALUE;
  const middle = below / 2 + limit / 2;
  // Halfway between two singles, rounding takes the even one.
  return Math.fround(middle) < limit ? middle : doubleBelow(middle);
}
