/** The logarithm of 2 in two parts: the first has few enough bits that a product with an integer is exact. */
const ln2High = 0.6931471803691238;
const ln2Low = 1.9082149292705877e-10;
const bits = new Float64Array(1);
const words = new Int32Array(bits.buffer);

/**
 * Returns e^x to about 1 ulp, for x clamped to [-700, 700]. It uses additions and multiplications only, so that unlike
 * Math.exp it gives the same bits on every machine and in WASM. Range reduction by Cody and Waite, then the Taylor
 * series to x^12.
 */
export function exponential(x: number): number {
  const clamped = Math.min(Math.max(x, -700), 700);
  const power = Math.floor(clamped * Math.LOG2E + 0.5);
  const rest = clamped - power * ln2High - power * ln2Low;
  let sum = 1 / 479001600;
  sum = sum * rest + 1 / 39916800;
  sum = sum * rest + 1 / 3628800;
  sum = sum * rest + 1 / 362880;
  sum = sum * rest + 1 / 40320;
  sum = sum * rest + 1 / 5040;
  sum = sum * rest + 1 / 720;
  sum = sum * rest + 1 / 120;
  sum = sum * rest + 1 / 24;
  sum = sum * rest + 1 / 6;
  sum = sum * rest + 0.5;
  sum = sum * rest + 1;
  sum = sum * rest + 1;
  words[1] = (power + 1023) << 20;
  return sum * bits[0];
}

/** Returns the probability whose log odds are `score`. */
export function logistic(score: number): number {
  return 1 / (1 + exponential(-score));
}
