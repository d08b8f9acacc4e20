import { countFeatures, type Forest } from './forest.ts';

/** The bin of a category code as a caller gives it: unseen, negative, fractional and NaN are all "missing". */
export function encodeCode(forest: Forest, feature: number, code: number): number {
  const start = forest.codeOffsets[feature];
  const isKnown = code >= 0 && code < forest.codeOffsets[feature + 1] - start && Number.isInteger(code);
  return isKnown ? forest.codeBins[start + code] : forest.categoryBinCounts[feature];
}

/** Copies rows into `encoded`, with category codes replaced by their bins. */
export function encodeRows(
  forest: Forest,
  values: Float64Array,
  firstRow: number,
  count: number,
  encoded: Float64Array,
): void {
  const width = countFeatures(forest);
  for (let feature = 0; feature < width; feature++) {
    const isCategory = forest.categoryBinCounts[feature] > 0;
    for (let row = 0; row < count; row++) {
      const value = values[(firstRow + row) * width + feature];
      encoded[row * width + feature] = isCategory ? encodeCode(forest, feature, value) : value;
    }
  }
}
