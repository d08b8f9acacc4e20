import type { Forest } from '../forest/forest.ts';

/** Returns the bin of a category code: unseen, negative, fractional and NaN all count as missing. */
export function encodeCode(forest: Forest, feature: number, code: number): number {
  const start = forest.codeOffsets[feature];
  const isKnown = code >= 0 && code < forest.codeOffsets[feature + 1] - start && Number.isInteger(code);
  return isKnown ? forest.codeBins[start + code] : forest.categoryBinCounts[feature];
}
