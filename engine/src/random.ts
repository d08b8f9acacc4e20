/** Returns a seeded stream of numbers in [0, 1): sfc32, small and good enough for sampling. */
export function createRandom(seed: number): () => number {
  let a = seed | 0;
  let b = Math.trunc(seed / 0x100000000) | 0;
  let c = 0x9e3779b9 | 0;
  let counter = 1;
  function next(): number {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return (sum >>> 0) / 0x100000000;
  }
  for (let warmUp = 0; warmUp < 15; warmUp++) next();
  return next;
}

/** Shuffles in place. */
export function shuffle(values: Int32Array, random: () => number): Int32Array {
  for (let index = values.length - 1; index > 0; index--) {
    const other = Math.floor(random() * (index + 1));
    const kept = values[index];
    values[index] = values[other];
    values[other] = kept;
  }
  return values;
}

/** Returns the row numbers 0 to count - 1. */
export function rowNumbers(count: number): Int32Array {
  return Int32Array.from({ length: count }, (_, row) => row);
}

/** Returns a stream of numbers in [0, 1), the same for the same seed on every machine (mulberry32). */
export function createMulberry32(seed: number): () => number {
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
