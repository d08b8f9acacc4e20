import type { Forest } from '../forest/forest.ts';
import { encodeCode } from '../predict/encode.ts';

/** Reads the row of `values` that begins at `start`: numbers as they are, categories as their bins. */
export function readRow(forest: Forest, values: Float64Array, start: number, row: Float64Array): void {
  for (let feature = 0; feature < row.length; feature++) {
    const value = values[start + feature];
    row[feature] = forest.categoryBinCounts[feature] > 0 ? encodeCode(forest, feature, value) : value;
  }
}

/** Returns whether a row whose feature has this value (for categories: this bin) goes to the left child. */
export function goesLeft(forest: Forest, node: number, value: number): boolean {
  const set = forest.categorySets[node];
  if (set >= 0) return ((forest.categoryWords[set + (value >>> 5)] >>> (value & 31)) & 1) === 1;
  return Number.isNaN(value) ? forest.missingLeft[node] === 1 : value <= forest.thresholds[node];
}
