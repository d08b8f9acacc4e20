/** Numbers in [0, 1), the same ones for the same seed on every machine (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Draws `count` of the numbers 0..total-1 without repetition, in ascending order. */
export function drawSubset(total: number, count: number, random: () => number): Int32Array {
  const drawn = new Int32Array(count);
  let taken = 0;
  for (let candidate = 0; candidate < total && taken < count; candidate++) {
    if (random() * (total - candidate) < count - taken) drawn[taken++] = candidate;
  }
  return drawn;
}
