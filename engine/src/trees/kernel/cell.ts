const twoTo32 = 4294967296;

/** target += source, both int64 at an index of 32-bit words. */
export function addInt64(words: Int32Array, target: number, source: number): void {
  const low = (words[target] >>> 0) + (words[source] >>> 0);
  words[target] = low;
  words[target + 1] += words[source + 1] + (low >= twoTo32 ? 1 : 0);
}

export function readInt64(words: Int32Array, source: number): number {
  return words[source + 1] * twoTo32 + (words[source] >>> 0);
}

export function readHessian(words: Int32Array, cell: number, countBits: number): number {
  return words[cell + 3] * (twoTo32 / ((1 << countBits) >>> 0)) + (words[cell + 2] >>> countBits);
}

export function readCount(words: Int32Array, cell: number, countBits: number): number {
  return words[cell + 2] & ((1 << countBits) - 1);
}

/**
 * Returns one cell of a histogram or a row as numbers, in scaled units. `cell` counts 32-bit words; `countBits` is
 * under 32.
 */
export function readCell(
  words: Int32Array,
  cell: number,
  countBits: number,
): { gradient: number; hessian: number; count: number } {
  return {
    gradient: readInt64(words, cell),
    hessian: readHessian(words, cell, countBits),
    count: readCount(words, cell, countBits),
  };
}
