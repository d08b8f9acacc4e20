const bitCount = 2 ** 23;

/** About how many different values there are (linear counting, Whang et al. 1990): within a per cent up to some ten millions. */
export function estimateDistinct(values: ArrayLike<number>, isLeftOut: (value: number) => boolean): number {
  const seen = new Uint8Array(bitCount / 8);
  const bits = new Float64Array(1);
  const words = new Int32Array(bits.buffer);
  for (let index = 0; index < values.length; index++) {
    if (isLeftOut(values[index])) continue;
    bits[0] = values[index];
    let hash = Math.imul(words[0] ^ Math.imul(words[1], 0x9e3779b1), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2ae35);
    hash ^= hash >>> 13;
    seen[(hash & (bitCount - 1)) >>> 3] |= 1 << (hash & 7);
  }
  let unseen = bitCount;
  for (let byte of seen) for (; byte !== 0; byte &= byte - 1) unseen -= 1;
  return Math.round(-bitCount * Math.log(Math.max(unseen, 1) / bitCount));
}
